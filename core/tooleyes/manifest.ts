import * as z from 'zod';
import { EXPORT_FORMAT, manifestFileSchema } from '../manifest.js';
import { answeredBySchema } from '../model-config.js';
import { recordOf } from '../own-record.js';
import { gateReviewSchema } from '../review/gate-review.js';
import { reviewRecordSchema } from '../review/review-record.js';
import { MADE_BY } from './query.js';
import { toolEyesCountsSchema, toolEyesRunSchema } from './run.js';

/** `manifest.json` of a `tooleyes` run; independent of time, host, cost and order of arrival. */
export const toolEyesManifestSchema = toolEyesRunSchema.omit({ format: true, models: true }).extend({
  format: z.literal(EXPORT_FORMAT),
  models: answeredBySchema.exactOptional(),
  counts: toolEyesCountsSchema,
  files: z.array(manifestFileSchema),
});
export type ToolEyesManifest = z.infer<typeof toolEyesManifestSchema>;

/** The outcome of a query: a line of `data/lineage.jsonl`. */
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
  /** The last session of its trajectory with tools, from 1, if it was restarted. */
  session: z.int().positive().optional(),
  /** Review in which it was written, if it was to be written; also if nobody wrote it. */
  writing: gateReviewSchema.optional(),
  /** Reviews of the query before trajectories, and of its trajectory's scores. */
  queryReview: gateReviewSchema.optional(),
  judgementReview: gateReviewSchema.optional(),
  review: reviewRecordSchema.optional(),
});
export type ToolEyesLineage = z.infer<typeof toolEyesLineageSchema>;
