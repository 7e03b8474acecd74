import pg from 'pg';

const { INT8, NUMERIC, TEXT, VARCHAR } = pg.types.builtins;

/**
 * PostgreSQL's text type cannot contain U+0000, but SQLite's and a corpus can. U+0000 and the escape character, U+0001,
 * are therefore written as two characters each, which keeps the order of texts.
 */
const AWAY = new Map([
  ['\u0000', '\u0001\u0001'],
  ['\u0001', '\u0001\u0002'],
]);
const BACK = new Map([...AWAY].map(([raw, escaped]) => [escaped, raw]));
const RAW = /[\u0000\u0001]/g;
const ESCAPED = /\u0001[\u0001\u0002]/g;

/** A bound value in a form that PostgreSQL can store. */
export const toPostgres = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(RAW, (raw) => AWAY.get(raw) ?? raw) : value;

const fromText = (text: string): string =>
  text.includes('\u0001') ? text.replace(ESCAPED, (escaped) => BACK.get(escaped) ?? escaped) : text;

/** @throws RangeError for a whole number that a JavaScript number cannot hold exactly */
function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is no integer within 2^53`);
  return value;
}

/** Returns values as SQLite does: counts and 64-bit integers as numbers. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [INT8, wholeNumber],
  [NUMERIC, Number],
  [TEXT, fromText],
  [VARCHAR, fromText],
]);

/** Parsers of PostgreSQL's values; all other types are read by `pg` (bytea as Buffer, double as number). */
export const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): ((text: string) => unknown) =>
    (format === 'binary' ? undefined : PARSERS.get(oid)) ??
    (pg.types.getTypeParser(oid, format) as (text: string) => unknown),
};
