import * as z from 'zod';
import { EXPORT_FORMAT, manifestFileSchema } from '../manifest.js';
import { answeredBySchema } from '../model-config.js';
import { recordOf } from '../own-record.js';
import { gateReviewSchema } from '../review/gate-review.js';
import { reviewRecordSchema } from '../review/review-record.js';
import { TOOLTALK_SETS } from './conversation.js';
import { toolTalkCountsSchema, toolTalkRunSchema } from './run.js';

/** `manifest.json` of a run of `tooltalk`: without time, host, cost or order of arrival. */
export const toolTalkManifestSchema = toolTalkRunSchema.omit({ format: true, models: true }).extend({
  format: z.literal(EXPORT_FORMAT),
  models: answeredBySchema.exactOptional(),
  counts: toolTalkCountsSchema,
  files: z.array(manifestFileSchema),
});
export type ToolTalkManifest = z.infer<typeof toolTalkManifestSchema>;

/** What became of a conversation: a line of `data/lineage.jsonl`. */
export const toolTalkLineageSchema = z.strictObject({
  itemId: z.string(),
  /** `easy/AddAlarm-easy.json`, or the scenario's id. */
  recordId: z.string(),
  set: z.enum(TOOLTALK_SETS),
  outcome: z.enum(['accepted', 'set aside', 'dropped', 'undecided']),
  /** Its path in `data/`. */
  file: z.string().optional(),
  itemVersion: z.string().optional(),
  /** Where it came to its end, and why. */
  stage: z.string().optional(),
  reason: z.string().optional(),
  detail: z.string().optional(),
  flags: z.array(z.string()).optional(),
  /** The ledger's keys of the calls that made it, by stage. */
  keys: recordOf(z.array(z.string())),
  /** What people made of its scenario. */
  scenarioReview: gateReviewSchema.optional(),
  review: reviewRecordSchema.optional(),
});
export type ToolTalkLineage = z.infer<typeof toolTalkLineageSchema>;
