import * as z from 'zod';
import { EXPORT_FORMAT, manifestFileSchema } from '../manifest.js';
import { answeredBySchema } from '../model-config.js';
import { tEvalCountsSchema, tEvalRunSchema } from './run.js';

/** `manifest.json` of a run of `t-eval`: without time, host, cost or order of arrival. */
export const tEvalManifestSchema = tEvalRunSchema.omit({ format: true }).extend({
  format: z.literal(EXPORT_FORMAT),
  models: answeredBySchema,
  /** SHA-256 of the sorted list of `itemId itemVersion` lines. */
  inputs: z.strictObject({ items: z.int(), sha256: z.string() }),
  counts: tEvalCountsSchema,
  files: z.array(manifestFileSchema),
});
export type TEvalManifest = z.infer<typeof tEvalManifestSchema>;

/** The library that the queries were made of, in every export. */
export const TOOLS_FILE = 'data/tools.json';
