import * as z from 'zod';
import { askCountsSchema, askRunSchema } from './run.js';
import { answeredBySchema } from '../model-config.js';
import { EXPORT_FORMAT, manifestFileSchema } from '../manifest.js';

/** `manifest.json` of an `ask` run; independent of time, host, cost and order of arrival. */
export const askManifestSchema = askRunSchema.omit({ format: true }).extend({
  format: z.literal(EXPORT_FORMAT),
  models: answeredBySchema,
  counts: askCountsSchema,
  files: z.array(manifestFileSchema),
});
export type AskManifest = z.infer<typeof askManifestSchema>;
