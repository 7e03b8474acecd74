import { stringify } from 'csv-stringify/sync';

/**
 * A line of CSV (RFC 4180, with a line feed). A text that a spreadsheet would treat as a formula gets a leading
 * apostrophe; {@link withoutGuard} removes it.
 */
export const csvLine = (cells: readonly string[]): string =>
  stringify([cells.map((cell) => (GUARDED.test(cell) ? `'${cell}` : cell))]);

/**
 * Texts that spreadsheets evaluate as formulas, full-width forms too. A text with leading apostrophes gets one more, so
 * that reading restores it exactly.
 */
const GUARDED = /^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Undoes the guard of {@link csvLine}. */
export const withoutGuard = (cell: string): string =>
  cell.startsWith("'") && GUARDED.test(cell) ? cell.slice(1) : cell;
