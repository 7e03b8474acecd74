import type { ToolTalkDocuments } from '../../core/tooltalk/files.js';
import { objectFrom } from '../../core/json.js';

/** The place of `required`: beside `parameters`, as the published evaluator sends it, or inside, as OpenAI reads it. */
export type RequiredPlace = 'beside parameters' | 'in parameters';

/** Tool documents as OpenAI functions (formats/tooltalk.md 3), sorted by the given order of suites and then by name. */
export function openAiFunctions(
  { suites, tools }: ToolTalkDocuments,
  place: RequiredPlace,
): Record<string, unknown>[] {
  const order = new Map(suites.map(({ name }, at) => [name, at]));
  const sorted = [...tools].sort(
    (a, b) =>
      (order.get(a.suite) ?? suites.length) - (order.get(b.suite) ?? suites.length) ||
      (a.name < b.name ? -1 : 1),
  );
  return sorted.map(({ name, description, parameters }) => {
    const entries = Object.entries(parameters);
    const properties = objectFrom(entries.map(([parameter, { required: _, ...rest }]) => [parameter, rest]));
    const required = entries.filter(([, parameter]) => parameter.required).map(([parameter]) => parameter);
    return place === 'beside parameters'
      ? { name, description, parameters: { type: 'object', properties }, required }
      : { name, description, parameters: { type: 'object', properties, required } };
  });
}
