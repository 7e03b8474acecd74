import * as z from 'zod';
import { countsByReason, digestSchema, frozenPromptsSchema, RUN_FORMAT } from '../frozen-parts.js';
import { frozenModelsSchema } from '../model-config.js';
import { recordOf } from '../own-record.js';
import { reviewCountsSchema } from '../review/counts.js';
import { reviewSchema } from '../review/policy.js';
import { isToolTalkTime } from './times.js';

/** Its stages. */
export const SCENARIOS_STAGE = 'scenarios';
export const REVIEW_SCENARIOS_STAGE = 'review scenarios';
export const CONVERSE_STAGE = 'converse';
export const CHECK_STAGE = 'check';

/** What a run of `tooltalk` is told besides its databases and conversations. */
export const toolTalkSettingsSchema = z.strictObject({
  /** Absent where conversations are read. */
  generate: z
    .strictObject({
      /** Scenarios of hard conversations; the paper has about 400. */
      scenarios: z.int().min(0).max(10_000),
      /** Easy conversations for each tool. */
      easy: z.int().min(0).max(100),
      /** Scenarios that a prompt asks for. */
      scenariosAPrompt: z.int().positive().max(10),
      /** Messages of the user at most. */
      turns: z.int().positive().max(50),
      /** Calls of a conversation at most. */
      calls: z.int().positive().max(100),
      /** Answers to one request before what it is for is quarantined. */
      samples: z.int().positive(),
      repair: z.boolean(),
      /** Who decides on scenarios before conversations are held; absent where nobody does. */
      review: reviewSchema.exactOptional(),
      /** The moment of the conversations, YYYY-MM-DD HH:MM:SS. */
      now: z.string().refine(isToolTalkTime),
    })
    .exactOptional(),
  /** Conversations that people write from scratch. */
  write: z
    .strictObject({ conversations: z.int().positive().max(1260), now: z.string().refine(isToolTalkTime) })
    .exactOptional(),
  /** Suites whose tools conversations are made with; absent: ToolTalk's seven. */
  suites: z.array(z.string()).min(1).exactOptional(),
  /** Seed of the tools' generators of ids; published: 489. */
  idSeed: z.int().min(0),
  /** Whether conversations with findings about which people may differ are kept, with flags. */
  keepFlagged: z.boolean(),
  /** Tool documents as published, or with their known mistakes corrected. */
  documents: z.enum(['published', 'corrected']),
});
export type ToolTalkSettings = z.infer<typeof toolTalkSettingsSchema>;

const source = z.strictObject({
  name: z.enum(['databases', 'conversations']),
  kind: z.enum(['databases', 'conversations']),
  /** Of its content, as the run keeps it. */
  sha256: digestSchema,
  /** Databases, or conversations. */
  count: z.int(),
});

/** What a run of `tooltalk` was started with. */
export const toolTalkRunSchema = z.strictObject({
  format: z.literal(RUN_FORMAT),
  family: z.literal('tooltalk'),
  product: z.string(),
  seed: z.int(),
  review: reviewSchema,
  settings: toolTalkSettingsSchema,
  models: frozenModelsSchema.exactOptional(),
  sources: z.array(source).min(1),
  prompts: frozenPromptsSchema,
});
export type ToolTalkRun = z.infer<typeof toolTalkRunSchema>;

/** What a run of `tooltalk` made. Asked for = accepted + quarantined + dropped + undecided. */
export const toolTalkCountsSchema = z.strictObject({
  /** Conversations read, or scenarios taken. */
  asked: z.int(),
  accepted: z.int(),
  /** By stage and reason. */
  setAside: recordOf(countsByReason),
  /** By reason: what the gate found, rejected by people. */
  dropped: countsByReason,
  undecided: z.int(),
  /** Accepted conversations by finding. */
  flagged: countsByReason,
  /** Of the accepted ones, by set. */
  sets: countsByReason,
  turns: z.int(),
  calls: z.int(),
  /** Calls that ended with an exception. */
  errors: z.int(),
  /** Calls by tool. */
  tools: countsByReason,
  /** Accepted conversations by who wrote them, where people wrote some. */
  writers: countsByReason.optional(),
  review: reviewCountsSchema.optional(),
});
export type ToolTalkCounts = z.infer<typeof toolTalkCountsSchema>;

declare module '../run.js' {
  interface Families {
    readonly tooltalk: { readonly frozen: ToolTalkRun; readonly counts: ToolTalkCounts };
  }
}
