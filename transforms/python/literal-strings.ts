import { ownPart } from '../../core/own-part.js';

/** A Python string or bytes token: value and end. */
interface StringToken {
  readonly value: string;
  readonly bytes: boolean;
  readonly end: number;
}

const OPENING = /(?:[uU]|[bB][rR]?|[rR][bB]?)?('''|"""|'|")/y;

const SIMPLE: Readonly<Record<string, string>> = {
  '\n': '',
  '\\': '\\',
  "'": "'",
  '"': '"',
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/**
 * Reads a Python string token at this position; undefined if there is none.
 * @throws SyntaxError for an unterminated string or invalid escape
 */
export function stringToken(text: string, start: number): StringToken | undefined {
  OPENING.lastIndex = start;
  const opening = OPENING.exec(text);
  const quote = opening?.[1];
  if (opening === null || quote === undefined) return undefined;
  const prefix = opening[0].slice(0, -quote.length).toLowerCase();
  const bytes = prefix.includes('b');
  let at = start + opening[0].length;
  const from = at;
  while (!text.startsWith(quote, at)) {
    if (at >= text.length || (quote.length === 1 && text.charAt(at) === '\n'))
      throw new SyntaxError('a string does not end');
    at += text.charAt(at) === '\\' ? 2 : 1;
  }
  const body = text.slice(from, at);
  if (bytes && /[^\0-\x7f]/.test(body)) throw new SyntaxError('bytes with other letters than ASCII');
  const value = prefix.includes('r') ? body : unescaped(body, bytes);
  return { value, bytes, end: at + quote.length };
}

const ESCAPE = /\\(?:([0-7]{1,3})|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([^]))/g;

function unescaped(body: string, bytes: boolean): string {
  return body.replace(
    ESCAPE,
    (whole, octal?: string, x?: string, u?: string, long?: string, letter?: string) => {
      if (octal !== undefined) {
        const code = Number.parseInt(octal, 8);
        return String.fromCharCode(bytes ? code & 0xff : code);
      }
      if (x !== undefined) return String.fromCharCode(Number.parseInt(x, 16));
      const hex = u ?? long;
      if (hex !== undefined) {
        if (bytes) return whole;
        const code = Number.parseInt(hex, 16);
        if (code > 0x10ffff) throw new SyntaxError('no such character');
        return String.fromCodePoint(code);
      }
      const plain = ownPart(SIMPLE, letter ?? '');
      if (plain !== undefined) return plain;
      // An incomplete escape; `\N{…}` would need all character names.
      if (letter === 'x' || (!bytes && (letter === 'u' || letter === 'U' || letter === 'N')))
        throw new SyntaxError('an escape that is none');
      return whole;
    },
  );
}
