import * as z from 'zod';
import { callingSchema } from '../calling.js';
import { embedderSchema } from '../embedder.js';
import { countsByReason, digestSchema, frozenPromptsSchema, RUN_FORMAT } from '../frozen-parts.js';
import { frozenModelsSchema } from '../model-config.js';
import { recordOf } from '../own-record.js';
import { reviewCountsSchema } from '../review/counts.js';
import { reviewSchema } from '../review/policy.js';
import { writingSchema } from '../review/writing.js';
import { toolChoiceSchema } from '../tool-choice.js';
import { DOCUMENTS_WRITTEN, screeningSchema } from './screening.js';
import { PROMPT_KINDS } from './test-record.js';
import { toolCountsSchema } from './tool-line.js';

export * from './stages.js';

/** Kinds of its review queues before the end. */
export const TOOLEYES_TOOLS_QUEUE = 'tooleyes-tools';
export const TOOLEYES_WRITING_QUEUE = 'tooleyes-writing';
export const TOOLEYES_QUERIES_QUEUE = 'tooleyes-query';
export const TOOLEYES_JUDGEMENTS_QUEUE = 'tooleyes-judgement';

/** What a run of `tooleyes` is told besides its library and queries. */
export const toolEyesSettingsSchema = z.strictObject({
  /** Queries wanted, by scenario; those of people who write and of drafts. */
  targets: recordOf(z.int().nonnegative()),
  /** Where queries come from. */
  queries: z.enum(['read', 'drafted', 'written']),
  /** What people write, by `Category/Subcategory`; there where queries are written. */
  write: writingSchema.exactOptional(),
  embedder: embedderSchema,
  /** Cosine similarity from which the later of two queries is dropped; read queries are kept. */
  nearDuplicate: z.number().gt(0).max(1),
  /** Who decides on queries before trajectories are made; absent where nobody does. */
  reviewQueries: reviewSchema.exactOptional(),
  /** Absent where no reference trajectories are made. */
  trajectories: z
    .strictObject({
      shots: z.enum(PROMPT_KINDS),
      /** Messages of the model at most (paper: 9). */
      turns: z.int().positive().max(50),
    })
    .exactOptional(),
  /** Absent where trajectories are not judged. */
  judge: z
    .strictObject({
      /** Trajectories, drawn by seed, that people score too. */
      sample: z.int().nonnegative(),
      review: reviewSchema.exactOptional(),
    })
    .exactOptional(),
  /** Thresholds by which tools are dropped before queries; absent where none are. */
  screen: screeningSchema.exactOptional(),
  /** Who decides on tools, and the cosine similarity from which one is marked as like another; absent where nobody does. */
  reviewTools: z.strictObject({ review: reviewSchema, alike: z.number().gt(0).max(1) }).exactOptional(),
  /** For which tools a model writes documents; absent where it writes none. */
  writeDocuments: z.enum(DOCUMENTS_WRITTEN).exactOptional(),
  /** Full names of the APIs that are really called, sorted; there where tools were given by `--tools`. */
  called: z.array(z.string()).exactOptional(),
  /** How they are called; absent where none is, and in runs made before there was such a rule. */
  calling: callingSchema.exactOptional(),
  /** Which APIs of `--tools` were chosen; absent where all were taken, in tools as they were read. */
  choice: toolChoiceSchema.exactOptional(),
  /** There where tools that only read are called before anything else; each so many times. */
  health: z.strictObject({ calls: z.int().positive().max(20) }).exactOptional(),
  /** Answers to one request before what it is for is quarantined. */
  samples: z.int().positive(),
});
export type ToolEyesSettings = z.infer<typeof toolEyesSettingsSchema>;

const source = z.strictObject({
  name: z.enum(['library', 'tools', 'facts', 'queries', 'scenarios', 'templates']),
  kind: z.enum(['library', 'tools', 'facts', 'queries', 'scenarios', 'templates']),
  /** Of its content, as the run keeps it. */
  sha256: digestSchema,
  /** Subcategories, tools, tools with facts, queries, scenarios or kinds of prompts. */
  count: z.int(),
});

/** What a run of `tooleyes` was started with. */
export const toolEyesRunSchema = z.strictObject({
  format: z.literal(RUN_FORMAT),
  family: z.literal('tooleyes'),
  product: z.string(),
  seed: z.int(),
  review: reviewSchema,
  settings: toolEyesSettingsSchema,
  models: frozenModelsSchema.exactOptional(),
  sources: z.array(source).min(1),
  prompts: frozenPromptsSchema,
});
export type ToolEyesRun = z.infer<typeof toolEyesRunSchema>;

/** What a run of `tooleyes` made. Asked for = accepted + quarantined + dropped + undecided. */
export const toolEyesCountsSchema = z.strictObject({
  /** Queries read, drafted or to be written. */
  asked: z.int(),
  accepted: z.int(),
  /** By stage and reason. */
  setAside: recordOf(countsByReason),
  /** By reason. */
  dropped: countsByReason,
  undecided: z.int(),
  /** Accepted queries by finding. */
  flagged: countsByReason,
  /** Accepted queries by scenario, and by who made them. */
  scenarios: countsByReason,
  by: countsByReason,
  /** Subcategories and tools of the library. */
  subcategories: z.int(),
  tools: z.int(),
  /** What became of the tools that were read, where a run decides on them. */
  chosen: toolCountsSchema.optional(),
  /** Trajectories by how they ended, and the messages of the model in them. */
  trajectories: countsByReason,
  turns: z.int(),
  /** Answers of tools in them by who gave them, where tools were given by `--tools`. */
  observedBy: countsByReason.optional(),
  /** Trajectories with all judgements. */
  judged: z.int(),
  /** Accepted written queries by who wrote them, where people wrote them in the run. */
  writers: countsByReason.optional(),
  review: reviewCountsSchema.optional(),
});
export type ToolEyesCounts = z.infer<typeof toolEyesCountsSchema>;

declare module '../run.js' {
  interface Families {
    readonly tooleyes: { readonly frozen: ToolEyesRun; readonly counts: ToolEyesCounts };
  }
}
