import type { JsonValue } from '../../core/canonical.js';
import { isNested, objectFrom, writeJson } from '../../core/json.js';

/** How much of an answer is kept. */
interface Kept {
  readonly items: number;
  readonly fields: number;
  readonly letters: number;
  readonly depth: number;
}

/** Texts keep at least this many characters before arrays lose more items. */
const READABLE = 200;
/** Minimum number of an object's fields that are kept, as long as anything fits. */
const FIELDS = 40;
/** Settings for answers that are still too long, each keeping less than the one before. */
const LEAST: readonly Kept[] = [
  { items: 1, fields: 20, letters: 80, depth: 8 },
  { items: 1, fields: 10, letters: 40, depth: 4 },
  { items: 1, fields: 5, letters: 20, depth: 2 },
  { items: 1, fields: 2, letters: 20, depth: 1 },
];
/** Tokens rarely have more characters, so longer texts need not be counted. */
const LETTERS_A_TOKEN = 12;

/**
 * Shortens an answer to a number of tokens as JSON. Its structure is kept: long arrays, objects and texts are
 * truncated, and say by how much. Items are left out only if texts of a readable length do not fit.
 * @param count counts the tokens of a text
 */
export function shortenedAnswer(
  answer: JsonValue,
  tokens: number,
  count: (text: string) => number,
): JsonValue {
  const fits = (value: JsonValue): boolean => {
    const text = writeJson(value);
    if (text.length * 3 <= tokens) return true;
    return text.length <= tokens * LETTERS_A_TOKEN && count(text) <= tokens;
  };
  if (fits(answer)) return answer;
  const kept = (items: number, letters: number): JsonValue =>
    shortened(answer, { items, letters, fields: Math.max(items, FIELDS), depth: Infinity });
  // Each item has at least one token.
  const items = fits(kept(Infinity, READABLE)) ? Infinity : most(1, tokens, (n) => fits(kept(n, READABLE)));
  if (items !== undefined) {
    const letters = most(READABLE, tokens * LETTERS_A_TOKEN, (n) => fits(kept(items, n)));
    return kept(items, letters ?? READABLE);
  }
  const least = LEAST.map((kept) => shortened(answer, kept));
  return least.find(fits) ?? more(1, 'answer');
}

/** The largest integer from `least` on, below `bound`, that fits. */
function most(least: number, bound: number, fits: (n: number) => boolean): number | undefined {
  if (!fits(least)) return undefined;
  let [good, bad] = [least, bound];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (fits(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

function shortened(value: JsonValue, kept: Kept): JsonValue {
  if (typeof value === 'string') return shortText(value, kept.letters);
  if (!isNested(value)) return value;
  if (kept.depth <= 0) return '…';
  const inside = { ...kept, depth: kept.depth - 1 };
  if (isList(value)) {
    const shown = value.slice(0, kept.items).map((one) => shortened(one, inside));
    return shown.length === value.length ? shown : [...shown, more(value.length - shown.length, 'item')];
  }
  const all = Object.entries(value as Readonly<Record<string, JsonValue>>);
  const shown = all.slice(0, kept.fields).map(([name, one]) => [name, shortened(one, inside)] as const);
  const cut = all.length > kept.fields ? [['…', more(all.length - kept.fields, 'field')] as const] : [];
  return objectFrom<JsonValue>([...shown, ...cut]);
}

/** Cuts between characters, never within one. */
function shortText(text: string, letters: number): string {
  if (text.length <= letters) return text;
  const shown = [...text.slice(0, letters * 2)].slice(0, letters).join('');
  if (shown.length === text.length) return text;
  return `${shown}${more(text.length - shown.length, 'character')}`;
}

const more = (count: number, what: string): string => `… [+${count} ${what}${count === 1 ? '' : 's'}]`;

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
