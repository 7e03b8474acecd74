import { callParts, callText } from './call-string.js';
import type { PlanItem } from './item.js';
import type { UltraTool } from './records.js';
import { objectFrom, withPart, withoutPart } from '../json.js';

/** Renames a key of a record and keeps its position. */
export const renamedPart = <T>(
  parts: Readonly<Record<string, T>>,
  from: string,
  to: string,
): Record<string, T> =>
  objectFrom(Object.entries(parts).map(([name, part]) => [name === from ? to : name, part]));

/** Replaces the schema of a tool's property; undefined removes the property. */
export function withProperty(
  tool: UltraTool,
  part: 'arguments' | 'results',
  name: string,
  schema: UltraTool['arguments']['properties'][string] | undefined,
): UltraTool {
  const before = tool[part].properties;
  const properties = schema === undefined ? withoutPart(before, name) : withPart(before, name, schema);
  return { ...tool, [part]: { ...tool[part], properties } };
}

/** Renames a tool's property, also in the list of required ones. */
export function withPropertyName(
  tool: UltraTool,
  part: 'arguments' | 'results',
  from: string,
  to: string,
): UltraTool {
  const { required } = tool[part];
  return {
    ...tool,
    [part]: {
      ...tool[part],
      properties: renamedPart(tool[part].properties, from, to),
      ...(Array.isArray(required)
        ? { required: required.map((name: unknown) => (name === from ? to : name)) }
        : {}),
    },
  };
}

/** Renames a tool of an item, also in its calls. */
export function withToolName(item: PlanItem, at: number, to: string): PlanItem {
  const from = item.tools[at]?.name;
  return {
    ...item,
    tools: item.tools.map((tool, place) => (place === at ? { ...tool, name: to } : tool)),
    plan: item.plan.map(({ step, tool }) => {
      const call = callParts(tool);
      return { step, tool: call?.name === from && call ? callText({ ...call, name: to }) : tool };
    }),
  };
}

/** Renames an argument of an item's tool, also in its calls. */
export function withArgumentName(item: PlanItem, at: number, from: string, to: string): PlanItem {
  const name = item.tools[at]?.name;
  return {
    ...item,
    tools: item.tools.map((tool, place) =>
      place === at ? withPropertyName(tool, 'arguments', from, to) : tool,
    ),
    plan: item.plan.map(({ step, tool }) => {
      const call = callParts(tool);
      if (call?.name !== name || !call) return { step, tool };
      const args = call.args.map((one) => (one.name === from ? { ...one, name: to } : one));
      return { step, tool: callText({ ...call, args }) };
    }),
  };
}
