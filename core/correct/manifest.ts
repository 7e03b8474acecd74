import * as z from 'zod';
import { EXPORT_FORMAT, manifestFileSchema } from '../manifest.js';
import { reviewRecordSchema } from '../review/review-record.js';
import { correctCountsSchema, correctRunSchema } from './run.js';

/** `manifest.json` of a run of `correct`: without time, host or order of arrival. */
export const correctManifestSchema = correctRunSchema.omit({ format: true }).extend({
  format: z.literal(EXPORT_FORMAT),
  counts: correctCountsSchema,
  files: z.array(manifestFileSchema),
});
export type CorrectManifest = z.infer<typeof correctManifestSchema>;

/** What became of a record: a line of `data/lineage.jsonl`, in the order of files and lines. */
export const recordLineageSchema = z.strictObject({
  itemId: z.string(),
  source: z.string(),
  file: z.string(),
  line: z.int(),
  /** Its own id, which others may have too; absent where it could not be read. */
  id: z.string().optional(),
  setting: z.string().optional(),
  outcome: z.enum(['unchanged', 'edited', 'dropped', 'undecided', 'set aside']),
  reason: z.string().optional(),
  detail: z.string().optional(),
  flags: z.array(z.string()).optional(),
  /** Of what was quarantined, its bytes as base64: it is in no other file. */
  bytes: z.string().optional(),
  review: reviewRecordSchema.optional(),
});
export type RecordLineage = z.infer<typeof recordLineageSchema>;
