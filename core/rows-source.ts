import * as z from 'zod';
import { digestSchema } from './frozen-parts.js';

/** A file with a question a row: CSV, JSON lines, or plain lines. */
export const rowsSourceSchema = z.strictObject({
  /** The name given on the command line, part of every item id. */
  name: z.string(),
  kind: z.literal('rows'),
  /** Name of the file. */
  path: z.string(),
  bytes: z.int().nonnegative(),
  sha256: digestSchema,
  rows: z.int().nonnegative(),
});
export type RowsSource = z.infer<typeof rowsSourceSchema>;
