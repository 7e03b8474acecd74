import type { JsonValue } from '../../core/canonical.js';
import type { ItemTurn, Setting } from '../../core/item.js';

/** The gold of one turn as the evaluation files write it: tool name -> arguments, key order = call order. */
export type Answer = Record<string, Record<string, JsonValue>>;

/**
 * The `answer` of a turn (formats/mtu-bench.md 1.1). No call is `{"": {}}` in S-S and M-S and `{}` in M-M: the
 * published scorer crashes on the other spelling. Tool names never look like numbers, so object keys keep their order.
 *
 * @param names tool id -> name under which it is offered
 */
export function answerOf(setting: Setting, turn: ItemTurn, names: ReadonlyMap<string, string>): Answer {
  const answer: Answer = {};
  for (const call of turn.calls) answer[names.get(call.tool) ?? call.tool] = { ...call.arguments };
  return turn.calls.length === 0 && setting !== 'M-M' ? { '': {} } : answer;
}
