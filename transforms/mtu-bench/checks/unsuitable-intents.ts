import { UNSUITABLE_INTENT } from '../../../core/mtu-bench/intents.js';
import type { ItemTurn } from '../../../core/mtu-bench/item.js';
import { tableTopics, type TopicOfTool } from '../splitting/topics-table.js';
import type { Catalogue } from '../tools/catalogue.js';
import { ownPart } from '../../../core/own-part.js';

const known = new WeakMap<Pick<Catalogue, 'ids'>, { readonly key: string; readonly topicOf: TopicOfTool }>();

/** Whether patterns, as in a topics table, match a tool's id before clustering. */
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

/** Tools that must not be called, by id before clustering. */
export interface UnsuitableTools {
  /** Patterns given by the user. */
  readonly listed: readonly string[];
  /** Tools found unsuitable by a model or reviewers, with reasons. */
  readonly found: Readonly<Record<string, string>>;
}

/** Why a dialogue is dropped for its first unsuitable call; undefined if it has none. */
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
          ? ownPart(found, member)
          : undefined;
      if (why !== undefined) return { reason: UNSUITABLE_INTENT, detail: `turn ${index}: ${member} ${why}` };
    }
  return undefined;
}
