import * as z from 'zod';
import { digestSchema } from './frozen-parts.js';

/** Column separators of a table, in the order of detection. */
export const SEPARATORS = [',', ';', '\t', '|'] as const;

/** How a file of rows was read, as far as it differs from the default: form by file name, comma, UTF-8. */
export const rowsReadSchema = z.strictObject({
  /** Absent: `.csv` is a table, `.jsonl` has one object per line, any other file one text per line. */
  form: z.enum(['table', 'json lines']).optional(),
  /** Column separator of a table. Absent: a comma. */
  separator: z.enum(SEPARATORS).optional(),
  /** Name in the Encoding Standard. Absent: UTF-8. */
  encoding: z.string().optional(),
});
export type RowsRead = z.infer<typeof rowsReadSchema>;

/** A file with one question per row: CSV, JSON lines, or plain lines. */
export const rowsSourceSchema = z.strictObject({
  /** The name given on the command line, part of every item id. */
  name: z.string(),
  kind: z.literal('rows'),
  /** Name of the file. */
  path: z.string(),
  bytes: z.int().nonnegative(),
  sha256: digestSchema,
  rows: z.int().nonnegative(),
  ...rowsReadSchema.shape,
});
export type RowsSource = z.infer<typeof rowsSourceSchema>;
