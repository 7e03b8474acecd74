import type { JsonValue } from '../../../core/canonical.js';
import {
  callParts,
  callText,
  rawValue,
  readsBack,
  unquoted,
  type CallParts,
} from '../../../core/ultratool/call-string.js';
import { requiredOf } from '../../../core/ultratool/check-call.js';
import { planItemSchema, propertyText, type PlanItem } from '../../../core/ultratool/item.js';
import type { UltraTool } from '../../../core/ultratool/records.js';

/** The content as a question with its plan; undefined for what is none. */
export const asPlan = (content: JsonValue): PlanItem | undefined =>
  planItemSchema.safeParse(content).success ? (content as unknown as PlanItem) : undefined;

/** An item as the content that it is stored as. */
export const contentOf = (item: object): JsonValue => item as unknown as JsonValue;

/** A call's arguments as texts, without quotes. */
export const argumentsOf = (call: CallParts): Record<string, string> =>
  Object.fromEntries(call.args.map(({ name, raw }) => [name, unquoted(raw)]));

/** The text of a call of a tool, with the arguments that it requires; of one that says nothing of it, all. */
export function newCall(tool: UltraTool): string {
  const required = requiredOf(tool);
  const names = required.length > 0 ? required : Object.keys(tool.arguments.properties);
  return callText({ name: tool.name, args: names.map((name) => ({ name, raw: "''" })) });
}

/** A call of another tool keeps the values of arguments that both have. */
export function callOfTool(tool: UltraTool, before: CallParts | undefined): string {
  const fresh = callParts(newCall(tool));
  if (!fresh || !before) return newCall(tool);
  const kept = (name: string) => before.args.find((one) => one.name === name);
  return callText({ ...fresh, args: fresh.args.map((one) => kept(one.name) ?? one) });
}

/** The call's text with another value for an argument; undefined where it could not be read again. */
export function withValue(
  call: CallParts,
  name: string,
  value: JsonValue | undefined,
  tool: UltraTool | undefined,
): string | undefined {
  const type = tool && propertyText(tool.arguments, name, 'type');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const raw = value === undefined ? '' : rawValue(text, type);
  const given = call.args.some((one) => one.name === name);
  const args =
    value === undefined
      ? call.args.filter((one) => one.name !== name)
      : given
        ? call.args.map((one) => (one.name === name ? { name, raw } : one))
        : [...call.args, { name, raw }];
  const next = { ...call, args };
  return readsBack(next) ? callText(next) : undefined;
}

/** Description of an argument, or of a result. */
export const describedAs = (part: UltraTool['arguments'], name: string): string =>
  propertyText(part, name, 'description') ?? '';

/** The type of an argument, or of a result. */
export const typeOf = (part: UltraTool['arguments'], name: string): string =>
  propertyText(part, name, 'type') ?? 'any';
