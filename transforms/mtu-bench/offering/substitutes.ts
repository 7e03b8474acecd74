import type { GoldSetting } from '../../../core/mtu-bench/gold.js';
import type { ToolDocument } from '../../../core/tool.js';
import { topicOf } from '../tools/topic.js';

/** Share of common words above which descriptions are equivalent. */
const SAME_DESCRIPTION = 0.5;
const EMPTY_WORDS = new Set(
  'a an and any at by for from in is its of on or the their to with your some given'.split(' '),
);

/**
 * Whether `candidate` is a substitute for `tool`: it must not be offered beside it, since choosing it would be marked
 * wrong without being wrong. True for the same intent of another service, any intent of another variant of the domain
 * (`Restaurants_1`, `Restaurants_2`), and equivalent descriptions. Other intents of the tool's own service differ by
 * design.
 */
export function isSubstitute(tool: ToolDocument, candidate: ToolDocument): boolean {
  if (candidate.service === tool.service) return candidate.name === tool.name;
  if (candidate.name.toLowerCase() === tool.name.toLowerCase()) return true;
  if (topicOf(candidate.service).toLowerCase() === topicOf(tool.service).toLowerCase()) return true;
  return similarity(contentWords(tool.description), contentWords(candidate.description)) >= SAME_DESCRIPTION;
}

/** The rule of a run with these settings. */
export const substitutesOf = ({ gold }: { readonly gold?: GoldSetting | undefined }): typeof isSubstitute =>
  gold ? isSubstituteChecked : isSubstitute;

/**
 * Also the same intent written differently in two corpora (`BookRestaurant` and `book_restaurant`), and another
 * service's tool that finds the full name of something that the user mentions, because calling it first is never wrong.
 */
const isSubstituteChecked: typeof isSubstitute = (tool, candidate) =>
  isSubstitute(tool, candidate) ||
  plainName(tool.name) === plainName(candidate.name) ||
  (candidate.service !== tool.service && RESOLVES.test(candidate.name));

const RESOLVES = /^resolve(?![a-z])/i;

const plainName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

const contentWords = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
      .filter((word) => !EMPTY_WORDS.has(word))
      .map((word) => word.replace(/s$/, '')),
  );

function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const common = [...a].filter((word) => b.has(word)).length;
  return common === 0 ? 0 : common / (a.size + b.size - common);
}
