import type { JsonValue } from '../../../core/canonical.js';
import {
  isSingleTool,
  type ItemTurn,
  type Setting,
  type ToolCall,
  type ValueOrigin,
} from '../../../core/mtu-bench/item.js';

/** The gold of one turn as the evaluation files write it: tool name -> arguments, key order = call order. */
export type Answer = Record<string, Record<string, JsonValue>>;

/**
 * The gold calls of a turn under the names they are offered by. Tool names never look like numbers, so object keys
 * keep their order.
 *
 * Two settings write `Tool.result_slot`, as the published files do (formats/mtu-bench.md 1.1), instead of the value:
 * - M-M, whose history shows no observations, for a value that only an earlier result holds, never said by anyone;
 * - S-M, for every value that the result of an earlier call of the same turn gives: it is not there yet.
 *
 * @param names tool id -> name under which it is offered
 */
export function goldCalls(setting: Setting, turn: ItemTurn, names: ReadonlyMap<string, string>): Answer {
  const nameOf = (tool: string): string => names.get(tool) ?? tool;
  const argumentsOf = (call: ToolCall, earlier: readonly ToolCall[]): Record<string, JsonValue> =>
    Object.fromEntries(
      Object.entries(call.arguments).map(([parameter, value]) => {
        const origin = call.origins[parameter];
        return [
          parameter,
          origin?.kind === 'inherited' && isReferred(setting, origin, earlier)
            ? `${nameOf(origin.tool)}.${origin.resultSlot}`
            : value,
        ];
      }),
    );
  return Object.fromEntries(
    turn.calls.map((call, i) => [nameOf(call.tool), argumentsOf(call, turn.calls.slice(0, i))]),
  );
}

/** Whether an inherited value is written as a reference to the result that holds it. */
function isReferred(
  setting: Setting,
  origin: Extract<ValueOrigin, { kind: 'inherited' }>,
  earlier: readonly ToolCall[],
): boolean {
  if (setting === 'M-M') return !origin.said;
  return setting === 'S-M' && earlier.some(({ tool }) => tool === origin.tool);
}

/**
 * The `answer` of a turn (formats/mtu-bench.md 1.1): its gold calls. No call is `{"": {}}` in S-S and M-S and `{}` in
 * M-M (and S-M, which always has calls): the published scorer crashes on the other spelling.
 */
export const answerOf = (setting: Setting, turn: ItemTurn, names: ReadonlyMap<string, string>): Answer =>
  answerFrom(setting, goldCalls(setting, turn, names));

/** The same from the turn's gold calls, for whoever has them already. */
export const answerFrom = (setting: Setting, gold: Answer): Answer =>
  isSingleTool(setting) && Object.keys(gold).length === 0 ? { '': {} } : gold;
