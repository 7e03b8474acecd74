import { UNSUITABLE_INTENT } from '../../../core/mtu-bench/intents.js';
import type { ItemTurn } from '../../../core/mtu-bench/item.js';
import { tableTopics, type TopicOfTool } from '../splitting/topics-table.js';
import type { Catalogue } from '../tools/catalogue.js';

const known = new WeakMap<Pick<Catalogue, 'ids'>, { readonly key: string; readonly topicOf: TopicOfTool }>();

/** Whether patterns, as in a table of topics, name a tool by its id before clustering. */
export function isUnsuitable(
  tool: string,
  patterns: readonly string[],
  catalogue: Pick<Catalogue, 'ids'>,
): boolean {
  const key = patterns.join('\n');
  let found = known.get(catalogue);
  if (found?.key !== key) {
    found = { key, topicOf: tableTopics({ topics: { [UNSUITABLE_INTENT]: [...patterns] } }, catalogue) };
    known.set(catalogue, found);
  }
  return found.topicOf(tool) === UNSUITABLE_INTENT;
}

/** Which tools are not fit to be called, by their ids before clustering. */
export interface UnsuitableTools {
  /** Patterns of the list that a person gave. */
  readonly listed: readonly string[];
  /** What a model or people found, with why. */
  readonly found: Readonly<Record<string, string>>;
}

/** Why a dialogue is to be dropped for what it calls, the first call that is unsuitable; undefined: nothing is. */
export function unsuitableCall(
  turns: readonly ItemTurn[],
  { listed, found }: UnsuitableTools,
  catalogue: Pick<Catalogue, 'ids'>,
): { readonly reason: string; readonly detail: string } | undefined {
  for (const { index, calls } of turns)
    for (const { tool, member = tool } of calls) {
      const why = isUnsuitable(member, listed, catalogue)
        ? 'is on the list of intents to drop'
        : Object.hasOwn(found, member)
          ? found[member]
          : undefined;
      if (why !== undefined) return { reason: UNSUITABLE_INTENT, detail: `turn ${index}: ${member} ${why}` };
    }
  return undefined;
}
