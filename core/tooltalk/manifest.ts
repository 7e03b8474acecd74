import * as z from 'zod';
import { EXPORT_FORMAT, manifestFileSchema } from '../manifest.js';
import { answeredBySchema } from '../model-config.js';
import { outcomeParts, outcomeSchema } from '../outcome-parts.js';
import { gateReviewSchema } from '../review/gate-review.js';
import { reviewRecordSchema } from '../review/review-record.js';
import { TOOLTALK_SETS } from './conversation.js';
import { toolTalkCountsSchema, toolTalkRunSchema } from './run.js';

/** `manifest.json` of a `tooltalk` run; independent of time, host, cost and order of arrival. */
export const toolTalkManifestSchema = toolTalkRunSchema.omit({ format: true, models: true }).extend({
  format: z.literal(EXPORT_FORMAT),
  models: answeredBySchema.exactOptional(),
  counts: toolTalkCountsSchema,
  files: z.array(manifestFileSchema),
});
export type ToolTalkManifest = z.infer<typeof toolTalkManifestSchema>;

/** The outcome of a conversation: a line of `data/lineage.jsonl`. */
export const toolTalkLineageSchema = z.strictObject({
  itemId: z.string(),
  /** `easy/AddAlarm-easy.json`, or the scenario's id. */
  recordId: z.string(),
  set: z.enum(TOOLTALK_SETS),
  outcome: outcomeSchema,
  /** Its path in `data/`. */
  file: z.string().optional(),
  ...outcomeParts,
  /** Review of its scenario. */
  scenarioReview: gateReviewSchema.optional(),
  review: reviewRecordSchema.optional(),
});
export type ToolTalkLineage = z.infer<typeof toolTalkLineageSchema>;
