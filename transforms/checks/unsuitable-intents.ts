import type { ItemTurn } from '../../core/item.js';
import { tableTopics, type TopicOfTool } from '../splitting/topics-table.js';
import type { Catalogue } from '../tools/catalogue.js';

/** Why a dialogue is dropped that calls for an intent which is not fit for tools (MTU-Bench, appendix B: 26 %). */
export const UNSUITABLE_INTENT = 'unsuitable intent';

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

/** Why a dialogue is to be dropped for what it calls, the first call that is unsuitable; undefined: nothing is. */
export function unsuitableCall(
  turns: readonly ItemTurn[],
  patterns: readonly string[],
  catalogue: Pick<Catalogue, 'ids'>,
): { readonly reason: string; readonly detail: string } | undefined {
  for (const { index, calls } of turns)
    for (const { tool, member = tool } of calls)
      if (isUnsuitable(member, patterns, catalogue))
        return {
          reason: UNSUITABLE_INTENT,
          detail: `turn ${index}: ${member} is on the list of intents to drop`,
        };
  return undefined;
}
