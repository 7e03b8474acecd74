import * as z from 'zod';
import { embedderSchema } from '../embedder.js';
import { countsByReason, digestSchema, frozenPromptsSchema, RUN_FORMAT } from '../frozen-parts.js';
import { frozenModelsSchema } from '../model-config.js';
import { recordOf } from '../own-record.js';
import { reviewCountsSchema } from '../review/counts.js';
import { reviewSchema } from '../review/policy.js';
import { writingSchema } from '../review/writing.js';

/** Its stages. */
export const WRITE_QUERIES_STAGE = 'write queries';
export const QUERIES_STAGE = 'queries';
export const DUPLICATES_STAGE = 'near-duplicates';
export const REVIEW_QUERIES_STAGE = 'review queries';
export const PLANS_STAGE = 'plans';
export const TOOLS_STAGE = 'tools';
export const CALLS_STAGE = 'calls';
export const MERGE_STAGE = 'merge';
export const REVIEW_MERGES_STAGE = 'review merges';
export const CHECK_STAGE = 'check';
export const REPAIR_STAGE = 'repair';
export const DISTRACTORS_STAGE = 'distractors';

/** The gate at which people write queries. */
export const WRITING_GATE = 'writing';

/** Kinds of its review queues before the end. */
export const ULTRATOOL_WRITING_QUEUE = 'ultratool-writing';
export const ULTRATOOL_QUERIES_QUEUE = 'ultratool-query';
export const ULTRATOOL_MERGES_QUEUE = 'ultratool-merge';

const share = z.number().min(0).max(1);

/** How distractors are drawn: near ones of the sample's tools first, or any. */
export const DISTRACTORS_BY = ['closeness', 'seed'] as const;

/** Documents of tools that fit into one question. */
export const MOST_OFFERED = 200;

/** What a run of `ultratool` is told besides its samples or queries. */
export const ultraToolSettingsSchema = z.strictObject({
  language: z.enum(['en', 'zh']),
  /** Samples of `test.json`, drawn by seed; the others go into `dev.json`. Absent: all. */
  test: z.int().positive().exactOptional(),
  /** Whether tool usage has values cut at their first comma, as the published English files have. */
  bugCompatible: z.boolean(),
  /** Whether numbers in documents of read samples are written as their file has them; absent: as JavaScript does. */
  numbers: z.literal('as written').exactOptional(),
  embedder: embedderSchema,
  distractors: z.strictObject({
    by: z.enum(DISTRACTORS_BY),
    /** Tools beside a sample's own in tool selection. */
    selection: z.int().min(1).max(20),
    /** Size of the toolset in tool creation and its awareness; the published sets have 2. */
    creation: z.int().min(1).max(20),
    /** Of samples with several tools, how many have one of their own in that toolset; published: 0.14. */
    ownShare: share,
    /** Cosine distance up to which a tool would do as well as one of the sample's, so it is no distractor. */
    apart: z.number().min(0).max(1),
  }),
  /** Whether a model rewords texts that the published scorer alters. */
  repair: z.boolean(),
  /** Answers to one request before what it is for is quarantined. */
  samples: z.int().positive(),
  /** Absent where whole samples are read. */
  generate: z
    .strictObject({
      /** Queries made of each expert's query, by kind. */
      generalised: z.int().min(0).max(10),
      complicated: z.int().min(0).max(10),
      /** Cosine similarity from which the later one of two queries is dropped. */
      nearDuplicate: z.number().gt(0).max(1),
      /** Queries that people write, by domain, besides those of a file. */
      write: writingSchema.exactOptional(),
      /** Experts' tools that the planner is shown beside a query's own, the nearest first; absent: 30 of its domain. */
      offered: z.int().min(0).max(MOST_OFFERED).exactOptional(),
      /** Who decides on queries before they are planned; absent where nobody does. */
      review: reviewSchema.exactOptional(),
    })
    .exactOptional(),
  /** Absent where tools stay as they are. */
  merge: z
    .strictObject({
      /** Cosine similarity of tools from which a merge is proposed. */
      threshold: z.number().gt(0).max(1),
      /** Who decides on merges; absent: all that are proposed are applied. */
      review: reviewSchema.exactOptional(),
    })
    .exactOptional(),
});
export type UltraToolSettings = z.infer<typeof ultraToolSettingsSchema>;

const source = z.strictObject({
  name: z.enum(['samples', 'queries']),
  kind: z.enum(['samples', 'queries']),
  /** Of its content, as the run reads it. */
  sha256: digestSchema,
  count: z.int(),
});

/** What a run of `ultratool` was started with. */
export const ultraToolRunSchema = z.strictObject({
  format: z.literal(RUN_FORMAT),
  family: z.literal('ultratool'),
  product: z.string(),
  seed: z.int(),
  review: reviewSchema,
  settings: ultraToolSettingsSchema,
  models: frozenModelsSchema.exactOptional(),
  /** None where people write all queries. */
  sources: z.array(source).max(1),
  prompts: frozenPromptsSchema,
});
export type UltraToolRun = z.infer<typeof ultraToolRunSchema>;

/** What a run of `ultratool` made. Asked for = accepted + quarantined + dropped + undecided. */
export const ultraToolCountsSchema = z.strictObject({
  asked: z.int(),
  accepted: z.int(),
  /** By stage and reason. */
  setAside: recordOf(countsByReason),
  /** By reason. */
  dropped: countsByReason,
  undecided: z.int(),
  /** Accepted samples by finding. */
  flagged: countsByReason,
  /** Accepted samples by kind, and by domain. */
  kinds: countsByReason,
  domains: countsByReason,
  test: z.int(),
  dev: z.int(),
  steps: z.int(),
  calls: z.int(),
  /** Steps by their depth in the tree. */
  depths: countsByReason,
  /** Calls by tool. */
  tools: countsByReason,
  /** Accepted written queries by who wrote them, where people wrote some. */
  writers: countsByReason.optional(),
  /** Different tools before and after the merge, where there was one. */
  merged: z.strictObject({ before: z.int(), after: z.int(), proposed: z.int(), applied: z.int() }).optional(),
  review: reviewCountsSchema.optional(),
});
export type UltraToolCounts = z.infer<typeof ultraToolCountsSchema>;

declare module '../run.js' {
  interface Families {
    readonly ultratool: { readonly frozen: UltraToolRun; readonly counts: UltraToolCounts };
  }
}
