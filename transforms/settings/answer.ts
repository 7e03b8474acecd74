import type { JsonValue } from '../../core/canonical.js';
import type { ItemTurn, Setting, ToolCall } from '../../core/item.js';

/** The gold of one turn as the evaluation files write it: tool name -> arguments, key order = call order. */
export type Answer = Record<string, Record<string, JsonValue>>;

/**
 * The gold calls of a turn under the names they are offered by. Tool names never look like numbers, so object keys
 * keep their order.
 *
 * M-M history shows no observations. A value that only an earlier result holds, never said by anyone, is therefore
 * written `Tool.result_slot` there, as in the published files (formats/mtu-bench.md 1.1); everywhere else it is the
 * value itself.
 *
 * @param names tool id -> name under which it is offered
 */
export function goldCalls(setting: Setting, turn: ItemTurn, names: ReadonlyMap<string, string>): Answer {
  const nameOf = (tool: string): string => names.get(tool) ?? tool;
  const argumentsOf = (call: ToolCall): Record<string, JsonValue> =>
    Object.fromEntries(
      Object.entries(call.arguments).map(([parameter, value]) => {
        const origin = call.origins[parameter];
        const unseen = setting === 'M-M' && origin?.kind === 'inherited' && !origin.said;
        return [parameter, unseen ? `${nameOf(origin.tool)}.${origin.resultSlot}` : value];
      }),
    );
  return Object.fromEntries(turn.calls.map((call) => [nameOf(call.tool), argumentsOf(call)]));
}

/**
 * The `answer` of a turn (formats/mtu-bench.md 1.1): its gold calls. No call is `{"": {}}` in S-S and M-S and `{}` in
 * M-M: the published scorer crashes on the other spelling.
 */
export function answerOf(setting: Setting, turn: ItemTurn, names: ReadonlyMap<string, string>): Answer {
  return turn.calls.length === 0 && setting !== 'M-M' ? { '': {} } : goldCalls(setting, turn, names);
}
