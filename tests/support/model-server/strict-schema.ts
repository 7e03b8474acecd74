import type { JsonValue } from '../../../core/canonical.js';
import type { JsonObject } from './asked.js';

/** What keeps a schema from being strict as OpenAI and Anthropic mean it; undefined when nothing does. */
export function notStrict(
  schema: JsonObject,
  allRequired = true,
  context: readonly string[] = [],
): string | undefined {
  const at = `In context=(${context.map((part) => `'${part}'`).join(', ')})`;
  const properties = schema.properties as Readonly<Record<string, JsonObject>> | undefined;
  if (context.length === 0 && schema.type !== 'object')
    return `schema must be a JSON Schema of 'type: "object"'`;
  if (schema.type === 'object' || properties !== undefined) {
    if (schema.additionalProperties !== false)
      return `${at}, 'additionalProperties' is required to be supplied and to be false.`;
    const required = new Set(schema.required as readonly string[] | undefined);
    const missing = Object.keys(properties ?? {}).find((key) => !required.has(key));
    if (allRequired && missing !== undefined)
      return `${at}, 'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'.`;
  }
  for (const [key, part] of parts(schema)) {
    const fault = notStrict(part, allRequired, [...context, key]);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** The schemas directly inside a schema, by their name. */
export function parts(schema: JsonObject): [string, JsonObject][] {
  const isObject = (value: JsonValue | undefined): value is JsonObject =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const found: [string, JsonObject][] = [];
  for (const key of ['properties', '$defs'] as const)
    if (isObject(schema[key]))
      for (const [name, part] of Object.entries(schema[key])) if (isObject(part)) found.push([name, part]);
  if (isObject(schema.items)) found.push(['items', schema.items]);
  if (Array.isArray(schema.anyOf))
    (schema.anyOf as JsonValue[]).forEach((part, index) => {
      if (isObject(part)) found.push([`anyOf ${index}`, part]);
    });
  return found;
}
