import type { JsonValue } from '../../../core/canonical.js';
import type { JsonObject } from './asked.js';

/** The smallest value of a JSON schema, its texts made of `mark`; patterns and formats are not looked at. */
export function exampleOf(schema: JsonObject, mark: string): JsonValue {
  return example(schema, mark, schema, 0);
}

function example(schema: JsonObject, mark: string, root: JsonObject, depth: number): JsonValue {
  if (depth > 12) return null;
  const inside = (part: JsonValue | undefined): JsonValue => example(asObject(part), mark, root, depth + 1);
  if (typeof schema.$ref === 'string') return inside(resolve(schema.$ref, root));
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum)) return (schema.enum as JsonValue[])[0] ?? null;
  for (const key of ['anyOf', 'oneOf', 'allOf'] as const) {
    const variants = schema[key];
    if (Array.isArray(variants)) return inside((variants as JsonValue[])[0]);
  }
  const type = Array.isArray(schema.type) ? (schema.type as JsonValue[])[0] : schema.type;
  switch (type) {
    case 'string':
      return mark.padEnd(Number(schema.minLength ?? 0), '.');
    case 'integer':
    case 'number':
      return (
        Number(schema.minimum ?? schema.exclusiveMinimum ?? 0) +
        (schema.exclusiveMinimum === undefined ? 0 : 1)
      );
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return Array.from({ length: Number(schema.minItems ?? 1) }, () => inside(schema.items));
    default: {
      const properties = Object.entries(asObject(schema.properties));
      return Object.fromEntries(properties.map(([name, part]) => [name, inside(part)]));
    }
  }
}

const asObject = (value: JsonValue | undefined): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

/** A reference inside the schema: `#/$defs/Name`. */
function resolve(reference: string, root: JsonObject): JsonValue {
  return reference
    .split('/')
    .slice(1)
    .reduce<JsonValue>(
      (at, key) => asObject(at)[key.replaceAll('~1', '/').replaceAll('~0', '~')] ?? null,
      root,
    );
}
