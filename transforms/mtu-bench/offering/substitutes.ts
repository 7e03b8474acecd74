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
export function wouldDoAsWell(tool: ToolDocument, candidate: ToolDocument): boolean {
  if (candidate.service === tool.service) return candidate.name === tool.name;
  if (candidate.name.toLowerCase() === tool.name.toLowerCase()) return true;
  if (topicOf(candidate.service).toLowerCase() === topicOf(tool.service).toLowerCase()) return true;
  return similarity(contentWords(tool.description), contentWords(candidate.description)) >= SAME_DESCRIPTION;
}

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
