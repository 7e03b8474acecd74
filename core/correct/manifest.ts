import * as z from 'zod';
import { EXPORT_FORMAT, manifestFileSchema } from '../manifest.js';
import { reviewRecordSchema } from '../review/review-record.js';
import { correctCountsSchema, correctRunSchema } from './run.js';

/** `manifest.json` of a `correct` run; independent of time, host and order of arrival. */
export const correctManifestSchema = correctRunSchema.omit({ format: true }).extend({
  format: z.literal(EXPORT_FORMAT),
  counts: correctCountsSchema,
  files: z.array(manifestFileSchema),
});
export type CorrectManifest = z.infer<typeof correctManifestSchema>;

/** The outcome of a record: a line of `data/lineage.jsonl`, in the order of files and lines. */
export const recordLineageSchema = z.strictObject({
  itemId: z.string(),
  source: z.string(),
  file: z.string(),
  line: z.int(),
  /** Its own id, which may not be unique; absent if it could not be read. */
  id: z.string().optional(),
  setting: z.string().optional(),
  outcome: z.enum(['unchanged', 'edited', 'dropped', 'undecided', 'set aside']),
  reason: z.string().optional(),
  detail: z.string().optional(),
  flags: z.array(z.string()).optional(),
  /** Content of a quarantined record as base64, because it is in no other file. */
  bytes: z.string().optional(),
  review: reviewRecordSchema.optional(),
});
export type RecordLineage = z.infer<typeof recordLineageSchema>;
