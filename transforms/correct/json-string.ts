import { parseJson } from '../../core/json.js';
/** One character of a JSON string: a surrogate pair of escapes, an escape, or a literal. */
const WRITTEN = /\\u[dD][89aAbB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|[^\\]/gsu;

/**
 * Edits a JSON string: bytes before the first and after the last changed character are kept, and characters in between
 * keep their old spelling (`\/`, `\u00E9`).
 * @param token the string literal with quotes
 * @param ascii whether to escape new non-ASCII characters
 */
export function editedString(token: string, wanted: string, ascii: boolean): string {
  const written = token.slice(1, -1).match(WRITTEN) ?? [];
  const before = written.map(charOf);
  const after = [...wanted];
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const spelling = new Map<string, string>();
  before.forEach((char, at) => {
    if (!spelling.has(char)) spelling.set(char, written[at] ?? char);
  });
  const middle = after
    .slice(head, after.length - tail)
    .map((char) => spelling.get(char) ?? escaped(char, ascii));
  return `"${[...written.slice(0, head), ...middle, ...written.slice(written.length - tail)].join('')}"`;
}

/** A string as JSON with quotes. @param ascii whether to escape non-ASCII characters */
export const writtenString = (text: string, ascii: boolean): string =>
  `"${[...text].map((char) => escaped(char, ascii)).join('')}"`;

const charOf = (written: string): string =>
  written.startsWith('\\') ? (parseJson(`"${written}"`) as string) : written;

/** Escapes as in Python's `json.dumps` and JavaScript; non-ASCII as in Python. */
const escaped = (char: string, ascii: boolean): string =>
  ascii && char.charCodeAt(0) > 0x7f
    ? char
        .split('')
        .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .join('')
    : JSON.stringify(char).slice(1, -1);
