import * as z from 'zod';
import { EXPORT_FORMAT, manifestFileSchema } from '../manifest.js';
import { answeredBySchema } from '../model-config.js';
import { recordOf } from '../own-record.js';
import { gateReviewSchema } from '../review/gate-review.js';
import { reviewRecordSchema } from '../review/review-record.js';
import { MADE_BY } from './query.js';
import { toolEyesCountsSchema, toolEyesRunSchema } from './run.js';

/** `manifest.json` of a run of `tooleyes`: without time, host, cost or order of arrival. */
export const toolEyesManifestSchema = toolEyesRunSchema.omit({ format: true, models: true }).extend({
  format: z.literal(EXPORT_FORMAT),
  models: answeredBySchema.exactOptional(),
  counts: toolEyesCountsSchema,
  files: z.array(manifestFileSchema),
});
export type ToolEyesManifest = z.infer<typeof toolEyesManifestSchema>;

/** What became of a query: a line of `data/lineage.jsonl`. */
export const toolEyesLineageSchema = z.strictObject({
  itemId: z.string(),
  /** `queries:12`, `written:Random/Random/1`, or the draft's id. */
  recordId: z.string(),
  scenario: z.string(),
  path: z.string(),
  by: z.enum(MADE_BY),
  outcome: z.enum(['accepted', 'set aside', 'dropped', 'undecided']),
  itemVersion: z.string().optional(),
  /** The stage that dropped or quarantined it, and why. */
  stage: z.string().optional(),
  reason: z.string().optional(),
  detail: z.string().optional(),
  flags: z.array(z.string()).optional(),
  /** Ledger keys of the calls that produced it, by stage. */
  keys: recordOf(z.array(z.string())),
  /** The session with tools that its trajectory ended in, from 1, where it was begun again. */
  session: z.int().positive().optional(),
  /** What people wrote where it was to be written, and who; also where they wrote none. */
  writing: gateReviewSchema.optional(),
  /** What people made of the query before, and of its trajectory's scores. */
  queryReview: gateReviewSchema.optional(),
  judgementReview: gateReviewSchema.optional(),
  review: reviewRecordSchema.optional(),
});
export type ToolEyesLineage = z.infer<typeof toolEyesLineageSchema>;
