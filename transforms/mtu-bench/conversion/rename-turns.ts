import type { JsonValue } from '../../../core/canonical.js';
import type { ItemTurn, ToolCall, ValueOrigin } from '../../../core/mtu-bench/item.js';
import type { ToolNaming } from '../clustering/cluster-catalogue.js';

/**
 * Converted turns in the names that clustering gave (MTU-Bench §3: names and parameter names are set to the cluster's
 * centre): calls, the tools and result slots that values were taken from, and the slots of observations. Tools that
 * `naming` does not have stay as they are. The corpus's own slot names remain in `stated` and `offered` origins.
 */
export function renameTurns(turns: readonly ItemTurn[], naming: ToolNaming): ItemTurn[] {
  return turns.map((turn) => ({
    ...turn,
    calls: turn.calls.map((call) => renameCall(call, naming)),
    observation: renameObservation(turn, naming),
  }));
}

function renameCall(call: ToolCall, naming: ToolNaming): ToolCall {
  const entry = naming[call.tool];
  const origins = Object.entries(call.origins).map(
    ([slot, origin]) => [entry?.slots[slot] ?? slot, renameOrigin(origin, naming)] as const,
  );
  return {
    tool: entry?.tool ?? call.tool,
    ...(entry && entry.tool !== call.tool ? { member: call.tool } : {}),
    arguments: renameKeys(call.arguments, entry?.slots ?? {}),
    origins: Object.fromEntries(origins),
  };
}

function renameOrigin(origin: ValueOrigin, naming: ToolNaming): ValueOrigin {
  const entry = origin.kind === 'inherited' ? naming[origin.tool] : undefined;
  if (origin.kind !== 'inherited' || !entry) return origin;
  return {
    ...origin,
    tool: entry.tool,
    resultSlot: entry.slots[origin.resultSlot] ?? origin.resultSlot,
  };
}

/** One call: its observation; several: a list of them in call order (see `convertDialogue`). */
function renameObservation({ calls, observation }: ItemTurn, naming: ToolNaming): JsonValue {
  const renamed = (value: JsonValue, call: ToolCall | undefined): JsonValue => {
    const slots = call && naming[call.tool]?.slots;
    return slots ? renameResults(value, slots) : value;
  };
  if (calls.length <= 1 || !Array.isArray(observation)) return renamed(observation, calls[0]);
  return (observation as readonly JsonValue[]).map((value, i) => renamed(value, calls[i]));
}

function renameResults(value: JsonValue, slots: Readonly<Record<string, string>>): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((one) => renameResults(one, slots));
  return typeof value === 'object' && value !== null
    ? renameKeys(value as Readonly<Record<string, JsonValue>>, slots)
    : value;
}

const renameKeys = (
  record: Readonly<Record<string, JsonValue>>,
  slots: Readonly<Record<string, string>>,
): Record<string, JsonValue> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [slots[key] ?? key, value]));
