import type { JsonValue } from '../../../core/canonical.js';
import type { ToolShown } from '../../../core/review/api.js';
import type { Item, ItemTurn, ToolCall, ValueOrigin } from '../../../core/mtu-bench/item.js';
import type { Path } from '../text/json-path.js';
import { withValueAt } from '../text/json-path.js';

/** The content as an item of turns and calls; undefined for what is none (a query form, another family). */
export function asItem(content: JsonValue): Item | undefined {
  const item = content as unknown as Partial<Item> | null;
  const turns: unknown = item?.turns;
  if (!Array.isArray(turns) || !Array.isArray(item?.findings) || typeof item.provenance !== 'object')
    return undefined;
  const whole = turns.every((turn: Partial<ItemTurn> | null) => {
    return typeof turn?.user === 'string' && Array.isArray(turn.calls) && turn.calls.every(isCall);
  });
  return whole ? (item as Item) : undefined;
}

const isCall = (call: Partial<ToolCall> | null): boolean =>
  typeof call?.tool === 'string' && typeof call.arguments === 'object' && typeof call.origins === 'object';

/** Where a value came from, in words. Turns are counted from 1 for people. */
export function formatOrigin(origin: ValueOrigin | undefined): string {
  switch (origin?.kind) {
    case 'stated':
      return `stated in turn ${origin.turn + 1}`;
    case 'inherited':
      return `from the result of ${origin.tool}, turn ${origin.turn + 1}${origin.said ? ', repeated since' : ''}`;
    case 'offered':
      return `offered in turn ${origin.turn + 1}`;
    case 'default':
      return 'the tool’s default';
    default:
      return 'unknown';
  }
}

/** The document of the tool that a call names. */
export const documentOf = (documents: readonly ToolShown[], tool: string): ToolShown | undefined =>
  documents.find(({ id, name }) => id === tool || name === tool);

const UNKNOWN: JsonValue = { kind: 'unknown' };

/** The content with an argument set (or taken away: undefined); where a typed value came from is not known. */
export function withArgument(
  content: JsonValue,
  call: Path,
  name: string,
  value: JsonValue | undefined,
): JsonValue {
  const put = withValueAt(content, [...call, 'arguments', name], value);
  return withValueAt(put, [...call, 'origins', name], value === undefined ? undefined : UNKNOWN);
}

/**
 * The content with a call of another tool. Its arguments stay where they are: those that the tool does not have are for
 * the reviewer to take away or to write anew.
 */
export function withTool(content: JsonValue, call: Path, tool: string): JsonValue {
  return withValueAt(withValueAt(content, [...call, 'tool'], tool), [...call, 'member'], undefined);
}

/** A call of a tool with the arguments that it requires, still empty. */
export function newCall(document: ToolShown): JsonValue {
  const required = document.parameters.filter((parameter) => parameter.required);
  return {
    tool: document.id,
    arguments: Object.fromEntries(required.map(({ name, enum: values }) => [name, values?.[0] ?? ''])),
    origins: Object.fromEntries(required.map(({ name }) => [name, UNKNOWN])),
  };
}
