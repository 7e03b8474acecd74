import { stringify } from 'csv-stringify/sync';

/**
 * A line of CSV (RFC 4180, with a line feed). A text that a spreadsheet would take for a formula gets an apostrophe in
 * front; {@link withoutGuard} takes it off again.
 */
export const csvLine = (cells: readonly string[]): string =>
  stringify([cells.map((cell) => (GUARDED.test(cell) ? `'${cell}` : cell))]);

/** What spreadsheets calculate; full-width forms too. One that has an apostrophe already gets another, so that it comes back. */
const GUARDED = /^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/** The text that {@link csvLine} was given. */
export const withoutGuard = (cell: string): string =>
  cell.startsWith("'") && GUARDED.test(cell) ? cell.slice(1) : cell;
