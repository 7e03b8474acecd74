import { canonicalJson, valueKey } from '../../../core/canonical.js';
import { byText } from '../../../core/ids.js';
import type { Item } from '../../../core/mtu-bench/item.js';
import { comparableWords } from './shingles.js';

/** A single request with its words and gold. */
export interface SingleRequest {
  readonly itemId: string;
  /** Distinct words, sorted. */
  readonly words: readonly string[];
  /** Its gold calls as a text that equal calls share. */
  readonly gold: string;
}

/** A single request with the pattern of its calls' arguments. */
export interface RequestOfItem extends Omit<SingleRequest, 'itemId'> {
  /** See `Balanced`. */
  readonly pattern: string;
}

/** The request of a single-turn item. */
export function requestOf({ turns }: Pick<Item, 'turns'>): RequestOfItem {
  const calls = turns.flatMap((turn) => turn.calls);
  return {
    words: requestWords(turns.map(({ user }) => user).join(' ')),
    gold: valueKey(calls.map(({ tool, arguments: given }) => [tool, given])),
    pattern: canonicalJson(
      calls.map(({ tool, arguments: given }) => [tool, Object.keys(given).sort(byText)]),
    ),
  };
}

/** Share of common words from which two requests count as nearly equal. */
const NEAR_EQUAL = 0.6;
/** Words that do not change what a request asks for. */
const FILLERS = new Set(
  "a all an and any are be can check could do find for from get give have hello help hey hi i i'd i'm im in is it know like list looking me my need now of on please right search see set show some something tell that the there to want what what's whats which will would you your".split(
    ' ',
  ),
);

/** The words by which requests are compared: without fillers, unless there are only fillers. */
export function requestWords(text: string): string[] {
  const words = [...new Set(comparableWords(text))].sort(byText);
  const distinctive = words.filter((word) => !FILLERS.has(word));
  return distinctive.length > 0 ? distinctive : words;
}

/**
 * Maps requests to an earlier one with nearly equal words and the same gold. Each request is compared only with kept
 * requests that have its gold.
 * @param requests in the order in which they are preferred
 */
export function findNearEqual(requests: readonly SingleRequest[]): Map<string, string> {
  const kept = new Map<string, SingleRequest[]>();
  const repeats = new Map<string, string>();
  for (const request of requests) {
    const same = kept.get(request.gold) ?? [];
    const first = same.find((other) => commonShare(other.words, request.words) >= NEAR_EQUAL);
    if (first) repeats.set(request.itemId, first.itemId);
    else kept.set(request.gold, [...same, request]);
  }
  return repeats;
}

/** Jaccard index of two sets of words. */
export function commonShare(a: readonly string[], b: readonly string[]): number {
  const others = new Set(b);
  const common = a.filter((word) => others.has(word)).length;
  const all = a.length + b.length - common;
  return all === 0 ? 1 : common / all;
}
