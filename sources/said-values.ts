import type { JsonValue } from '../core/canonical.js';
import { isNumber, numberIn, numberKey } from '../core/number-as-written.js';

/**
 * Whether a text states a value, for corpora without value annotations (TaskMaster). Ignores case, punctuation and
 * spacing; a number may be a word, and "a" or "an" counts as one. A disjunction (`Triple OR Oat Milk`) is stated if
 * every part is.
 * @param exact the value is a number or its text: articles do not count as one, and 12.50 is said by "12.5"
 */
export function saysValue(text: string, value: JsonValue, exact = false): boolean {
  if (typeof value !== 'string' && !isNumber(value)) return false;
  const number = isNumber(value) ? value : exact ? numberIn(value) : undefined;
  // Words have no signs.
  if (number !== undefined) return wordsOf(text, true).includes(numberKey(number).replace(/^-/, ''));
  const parts = String(value).split(/\s+OR\s+/);
  const words = wordsOf(text, exact);
  return parts.every((part) => {
    const sought = wordsOf(part, exact);
    return sought.length > 0 && holds(words, sought);
  });
}

const ONES = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const DIGITS: ReadonlyMap<string, string> = new Map([
  ...ONES.map((word, number) => [word, String(number)] as const),
  ['a', '1'],
  ['an', '1'],
]);

/** Lower-case words, numbers as digits. */
const wordsOf = (text: string, exact = false): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’.:][\p{L}\p{N}]+)*/gu) ?? []).map((word) =>
    exact && /^an?$/.test(word) ? word : (exact && inDigits(word)) || (DIGITS.get(word) ?? word),
  );

/** The key of a number in digits; undefined for another word, also for `007`. */
function inDigits(word: string): string | undefined {
  const number = numberIn(word);
  return number === undefined ? undefined : numberKey(number);
}

const holds = (words: readonly string[], sought: readonly string[]): boolean =>
  words.some((_, at) => sought.every((word, i) => words[at + i] === word));

/** Words in the names of booleans that texts omit: `include_breakfast`, `is_gift`. */
const AROUND = new Set([
  'is',
  'has',
  'have',
  'with',
  'include',
  'includes',
  'included',
  'needs',
  'need',
  'wants',
  'want',
  'use',
  'enable',
  'only',
  'the',
  'a',
  '1',
]);
const NOT = /\b(?:no|not|without|don['’]?t|doesn['’]?t|isn['’]?t|never|skip|except)\b/i;

/**
 * Whether a text states a boolean: all words of its name are in one sentence, which has a negation if the value is
 * false.
 */
export function saysFlag(text: string, name: string, value: boolean): boolean {
  const sought = wordsOf(name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll('_', ' '))
    .filter((word) => !AROUND.has(word))
    .map(stem);
  if (sought.length === 0) return false;
  return text.split(/(?<=[.!?])\s/).some((sentence) => {
    const words = new Set(wordsOf(sentence).map(stem));
    return sought.every((word) => words.has(word)) && NOT.test(sentence) !== value;
  });
}

const stem = (word: string): string => word.replace(/(?:ping|ped|ed|ing|s)$/, '').slice(0, 6);
