import * as z from 'zod';
import { digestSchema } from './frozen-parts.js';

/** What separates the columns of a table, by the order in which it is looked for. */
export const SEPARATORS = [',', ';', '\t', '|'] as const;

/** How a file of rows was read, where its name, a comma and UTF-8 do not say it. */
export const rowsReadSchema = z.strictObject({
  /** Absent: `.csv` is a table, `.jsonl` has an object a line, any other file a text a line. */
  form: z.enum(['table', 'json lines']).optional(),
  /** Of a table. Absent: a comma. */
  separator: z.enum(SEPARATORS).optional(),
  /** By its name in the Encoding Standard. Absent: UTF-8. */
  encoding: z.string().optional(),
});
export type RowsRead = z.infer<typeof rowsReadSchema>;

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
  ...rowsReadSchema.shape,
});
export type RowsSource = z.infer<typeof rowsSourceSchema>;
