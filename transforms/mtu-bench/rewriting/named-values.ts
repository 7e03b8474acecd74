import type { JsonValue } from '../../../core/canonical.js';
import { isNested } from '../../../core/json.js';
import { isNumber } from '../../../core/number-as-written.js';

/** Single characters match any text. */
const SHORTEST = 2;

/** All texts and numbers in an observation, at any depth, without duplicates. */
export function valuesIn(observation: JsonValue): string[] {
  const found = new Set<string>();
  const look = (value: JsonValue): void => {
    if (Array.isArray(value)) value.forEach(look);
    else if (isNested(value)) Object.values(value).forEach(look);
    else if (typeof value === 'string' || isNumber(value)) found.add(String(value));
  };
  look(observation);
  return [...found];
}

/** The values that a text contains as whole words, as spelled there, in text order. */
export function namedValues(values: Iterable<string>, text: string): string[] {
  const lower = text.toLowerCase();
  const found = new Map<string, number>();
  for (const value of values) {
    const wanted = value.toLowerCase();
    if (wanted.trim().length < SHORTEST) continue;
    const at = wordAt(lower, wanted);
    const spelled = at === undefined ? '' : text.slice(at, at + wanted.length);
    // Letters with several lower-case forms shift the positions after them.
    if (at !== undefined && spelled.toLowerCase() === wanted) found.set(spelled, at);
  }
  return [...found].sort(([a, i], [b, j]) => i - j || b.length - a.length).map(([spelled]) => spelled);
}

const WORD = /[\p{L}\p{N}]/u;
const isWord = (character: string | undefined): boolean => character !== undefined && WORD.test(character);

function wordAt(text: string, wanted: string): number | undefined {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const end = at + wanted.length;
    const inside = isWord(text[at - 1]) && isWord(wanted[0]);
    if (!inside && !(isWord(text[end]) && isWord(wanted.at(-1)))) return at;
  }
  return undefined;
}
