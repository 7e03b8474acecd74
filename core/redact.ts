import { escaped } from './escaped.js';
import { base64Text, base64UrlText, hexText, textOfBase64 } from './byte-texts.js';

/** Replaces a secret. */
const HIDDEN = '***';

/**
 * Minimum length of a secret, and of a secret's beginning, to be redacted; servers quote beginnings such as
 * `sk-abcdef…`.
 */
const SHORTEST = 4;
const BEGINNING = 8;

/** A text to redact: any match of its beginning, extended as far as the text matches. */
interface Form {
  readonly whole: string;
  readonly beginning: string;
  /** Ignores case, for hexadecimal digits and escapes. */
  readonly anyCase: boolean;
}

/**
 * Redacts secrets in texts from outside, because servers echo what they received. Finds them plain, URL-encoded, in
 * JSON, in hexadecimal digits and in base64 at each of its three alignments, in full or from their first eight
 * characters on.
 */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const known = new Map(
    secrets
      .flatMap(partsOf)
      .flatMap(formsOf)
      .map((form) => [form.whole, form]),
  );
  const forms = [...known.values()];
  if (forms.length === 0) return (text) => text;
  const beginnings = new RegExp([...new Set(forms.map((form) => escaped(form.beginning)))].join('|'), 'gi');
  return (text) => {
    let clean = '';
    let from = 0;
    beginnings.lastIndex = 0;
    for (let found = beginnings.exec(text); found !== null; found = beginnings.exec(text)) {
      const { index } = found;
      const length = Math.max(...forms.map((form) => agreement(text, index, form)));
      // No match: only the case differs. Another form may begin inside.
      if (length === 0) beginnings.lastIndex = index + 1;
      else {
        clean += text.slice(from, index) + HIDDEN;
        from = index + length;
        beginnings.lastIndex = from;
      }
    }
    return clean + text.slice(from);
  };
}

/** Authentication schemes, which precede a secret. */
const SCHEME = /^(?:bearer|basic|token|digest|apikey|key)$/i;

/**
 * In `Bearer KEY`, KEY is the secret; in `Basic`, also the password. In all other cases, the whole and each word are
 * secrets.
 */
function partsOf(secret: string): string[] {
  const all = secret.split(/\s+/);
  const words = all.filter((word) => !SCHEME.test(word));
  const decoded = /^basic\s/i.test(secret)
    ? words.flatMap((word) => {
        const text = textOfBase64(word) ?? '';
        return [text, text.slice(text.indexOf(':') + 1)];
      })
    : [];
  const parts = [...(words.length < all.length ? [] : [secret]), ...words, ...decoded];
  return [...new Set(parts)].filter((part) => part.length >= SHORTEST);
}

function formsOf(secret: string): Form[] {
  const start = [...secret].slice(0, BEGINNING).join('');
  // With several words, the beginning could be that of any sentence.
  const cut = start.length < secret.length && !/\s/.test(secret);
  return ENCODINGS.flatMap(({ encode, anyCase = false }): Form[] => {
    const whole = encode(secret);
    const beginning = cut ? encode(start) : whole;
    if (whole.length < SHORTEST) return [];
    return [{ whole, beginning: whole.startsWith(beginning) ? beginning : whole, anyCase }];
  });
}

/** base64 of a secret after a number of other bytes, without the characters that also encode bits of adjacent bytes. */
const base64 =
  (before: number, write: (bytes: Uint8Array) => string) =>
  (secret: string): string => {
    const bytes = new TextEncoder().encode(`${'\0'.repeat(before)}${secret}`);
    const inside = Math.floor((bytes.length * 8) / 6);
    return write(bytes).slice(before === 0 ? 0 : before + 1, inside);
  };

const ENCODINGS: readonly { readonly encode: (secret: string) => string; readonly anyCase?: true }[] = [
  { encode: (secret) => secret },
  { encode: (secret) => encodeURIComponent(secret), anyCase: true },
  // Form encoding and URL encoding (RFC 3986).
  { encode: (secret) => new URLSearchParams({ '': secret }).toString().slice(1), anyCase: true },
  { encode: (secret) => JSON.stringify(secret).slice(1, -1) },
  { encode: (secret) => hexText(new TextEncoder().encode(secret)), anyCase: true },
  ...[0, 1, 2].flatMap((before) => [
    { encode: base64(before, base64Text) },
    { encode: base64(before, base64UrlText) },
  ]),
];

/** ASCII letters only, because other letters may change their length with the case. */
const lower = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/** Length of the match of a form at a position; 0 if shorter than the form's beginning. */
function agreement(text: string, at: number, { whole, beginning, anyCase }: Form): number {
  const same = anyCase ? lower : (one: string) => one;
  const there = same(text.slice(at, at + whole.length));
  const wanted = same(whole);
  let length = 0;
  while (length < there.length && there[length] === wanted[length]) length += 1;
  return length < beginning.length ? 0 : length;
}
