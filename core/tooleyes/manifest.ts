import * as z from 'zod';
import { EXPORT_FORMAT, manifestFileSchema } from '../manifest.js';
import { answeredBySchema } from '../model-config.js';
import { outcomeParts, outcomeSchema } from '../outcome-parts.js';
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
  outcome: outcomeSchema,
  ...outcomeParts,
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
