import type { JsonValue } from '../../core/canonical.js';

export type JsonSchema = Readonly<Record<string, JsonValue>>;

/** What neither provider's strict mode knows, and what its absence does not change the shape of: checked afterwards. */
const LEFT_OUT = new Set([
  '$schema',
  'default',
  'minLength',
  'maxLength',
  'uniqueItems',
  'propertyNames',
  'examples',
]);
/** What no strict mode can be asked for: the schema is a hint to the model then, or goes another way. */
const BEYOND = [
  'allOf',
  'not',
  'if',
  'dependentRequired',
  'dependentSchemas',
  'patternProperties',
  'prefixItems',
];

/**
 * The schema as providers enforce it: every object closed, every part with a type, `oneOf` as `anyOf`, limits of
 * length left out (whoever reads the answer checks it against the whole schema). Undefined for a schema that cannot be
 * enforced: open objects, parts of any type, combinations.
 * @param allRequired OpenAI's strict mode has no optional properties, Anthropic's has.
 */
export function enforcedSchema(schema: JsonSchema, allRequired: boolean): JsonSchema | undefined {
  if (schema.type !== 'object') return undefined;
  return closed(schema, allRequired) as JsonSchema | undefined;
}

function closed(part: JsonValue, allRequired: boolean): JsonValue | undefined {
  if (!isObject(part) || BEYOND.some((key) => key in part)) return undefined;
  const { oneOf, ...rest } = part;
  const schema: Record<string, JsonValue> = { ...rest, ...(oneOf === undefined ? {} : { anyOf: oneOf }) };
  if (!['type', 'anyOf', 'enum', 'const', '$ref'].some((key) => key in schema)) return undefined;
  if (schema.type === 'object' || 'properties' in schema) {
    if (schema.additionalProperties !== false || !isObject(schema.properties)) return undefined;
    const required = Array.isArray(schema.required) ? (schema.required as JsonValue[]) : [];
    if (allRequired && Object.keys(schema.properties).some((name) => !required.includes(name)))
      return undefined;
  }
  if (schema.type === 'array' && !isObject(schema.items)) return undefined;
  const made: Record<string, JsonValue> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (LEFT_OUT.has(key)) continue;
    const inside = insideOf(key, value, allRequired);
    if (inside === undefined) return undefined;
    made[key] = inside;
  }
  return made;
}

/** A keyword's value with the schemas in it closed. */
function insideOf(key: string, value: JsonValue, allRequired: boolean): JsonValue | undefined {
  if (key === 'items') return closed(value, allRequired);
  if (key === 'anyOf') return all(value as JsonValue[], (part) => closed(part, allRequired));
  if (key !== 'properties' && key !== '$defs') return value;
  const parts = Object.entries(value as JsonSchema);
  const inside = all(parts, ([, part]) => closed(part, allRequired));
  return inside && Object.fromEntries(parts.map(([name], index) => [name, inside[index] ?? null]));
}

function all<T>(parts: readonly T[], of: (part: T) => JsonValue | undefined): JsonValue[] | undefined {
  const made = parts.map(of);
  return made.includes(undefined) ? undefined : (made as JsonValue[]);
}

const isObject = (value: JsonValue | undefined): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
