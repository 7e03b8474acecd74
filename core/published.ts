import * as z from 'zod';
import { manifestFileSchema } from './manifest.js';
import { recordOf } from './own-record.js';

/** Name and version of the layout of published folders' manifests. */
export const PUBLISHED_FORMAT = 'benchwright-published/1';

/** `manifest.json` of a published dataset: from which export it was made, how, and the digest of every file. */
export const publishedManifestSchema = z.strictObject({
  format: z.literal(PUBLISHED_FORMAT),
  product: z.string(),
  /** What was asked for. */
  dataset: z.strictObject({
    format: z.string(),
    /** Whether thoughts were written into conversations. */
    thoughts: z.boolean(),
    /** Where it is to be found and since when, as the person who published it said. */
    url: z.url().nullable(),
    published: z.iso.date().nullable(),
  }),
  /** SHA-256 of the manifest of the export it was made from. */
  madeFrom: z.string(),
  licence: z.strictObject({
    spdx: z.string(),
    notice: z.string(),
    /** Items by their own licence. */
    items: recordOf(z.int()),
  }),
  parts: z.array(z.strictObject({ part: z.string(), rows: z.int() })),
  files: z.array(manifestFileSchema),
});
export type PublishedManifest = z.infer<typeof publishedManifestSchema>;
