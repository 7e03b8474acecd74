import * as z from 'zod';
import { EXPORT_FORMAT, manifestFileSchema } from '../manifest.js';
import { answeredBySchema } from '../model-config.js';
import { outcomeParts, outcomeSchema } from '../outcome-parts.js';
import { gateReviewSchema } from '../review/gate-review.js';
import { reviewRecordSchema } from '../review/review-record.js';
import { PLAN_KINDS } from './item.js';
import { ultraToolCountsSchema, ultraToolRunSchema } from './run.js';

/** `manifest.json` of an `ultratool` run; independent of time, host, cost and order of arrival. */
export const ultraToolManifestSchema = ultraToolRunSchema.omit({ format: true, models: true }).extend({
  format: z.literal(EXPORT_FORMAT),
  models: answeredBySchema.exactOptional(),
  counts: ultraToolCountsSchema,
  files: z.array(manifestFileSchema),
});
export type UltraToolManifest = z.infer<typeof ultraToolManifestSchema>;

export const ULTRATOOL_SPLITS = ['test', 'dev'] as const;
export type UltraToolSplit = (typeof ULTRATOOL_SPLITS)[number];

/** The outcome of a sample: a line of `data/lineage.jsonl`. */
export const ultraToolLineageSchema = z.strictObject({
  itemId: z.string(),
  /** `samples:12`, or the query's id. */
  recordId: z.string(),
  kind: z.enum(PLAN_KINDS),
  outcome: outcomeSchema,
  split: z.enum(ULTRATOOL_SPLITS).optional(),
  /** Its line in `test.json`, the six files of `test_set/`, or `dev.json`. */
  line: z.int().optional(),
  ...outcomeParts,
  /** Review in which its query was written, if it was to be written; also if nobody wrote one. */
  writing: gateReviewSchema.optional(),
  /** Review of its query. */
  queryReview: gateReviewSchema.optional(),
  review: reviewRecordSchema.optional(),
});
export type UltraToolLineage = z.infer<typeof ultraToolLineageSchema>;
