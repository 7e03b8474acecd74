import { isJsonObject, objectFrom } from '../../core/json.js';
import { ownPart } from '../../core/own-part.js';
import { inner, isObject, type JsonSchema } from './strict-form.js';

/** Schemas by whether a property in them may be left out. */
const withOptional = new WeakMap<JsonSchema, boolean>();

/**
 * The value without properties that are null where the schema says that they may be left out but not be null: in
 * strict modes without optional properties, null stands for that, and other models write it too.
 * @param schema as in the request
 */
export function withoutOptionalNulls(value: unknown, schema: JsonSchema): unknown {
  let known = withOptional.get(schema);
  if (known === undefined) withOptional.set(schema, (known = hasOptional(schema)));
  return known ? cleaned(value, schema, schema) : value;
}

function hasOptional(schema: JsonSchema): boolean {
  if (isObject(schema['properties'])) {
    const required = (schema['required'] ?? []) as readonly unknown[];
    if (Object.keys(schema['properties']).some((name) => !required.includes(name))) return true;
  }
  for (const [, part] of inner(schema)) if (hasOptional(part)) return true;
  return false;
}

const DEFINITION = '#/$defs/';

/** The schema itself, the one that it refers to, or the alternative of the value's form; undefined if none is. */
function applied(value: unknown, schema: JsonSchema, root: JsonSchema): JsonSchema | undefined {
  const { $ref: reference, anyOf } = schema;
  if (typeof reference === 'string' && reference.startsWith(DEFINITION)) {
    const definitions = root['$defs'];
    const found = isObject(definitions)
      ? ownPart(definitions, reference.slice(DEFINITION.length))
      : undefined;
    return isObject(found) ? applied(value, found, root) : undefined;
  }
  if (!Array.isArray(anyOf)) return schema;
  return (anyOf as readonly JsonSchema[]).find((form) => hasForm(value, form));
}

/** Whether an object has the names of a form, and values for those that it requires. */
function hasForm(value: unknown, { properties, required = [] }: JsonSchema): boolean {
  if (!isJsonObject(value) || !isObject(properties)) return false;
  return (
    Object.keys(value).every((name) => Object.hasOwn(properties, name)) &&
    (required as readonly string[]).every((name) => (ownPart(value, name) ?? null) !== null)
  );
}

function cleaned(value: unknown, schema: JsonSchema, root: JsonSchema): unknown {
  const form = applied(value, schema, root);
  if (form === undefined) return value;
  const { properties, items, required = [] } = form;
  if (Array.isArray(value) && isObject(items))
    return value.map((member: unknown) => cleaned(member, items, root));
  if (!isJsonObject(value) || !isObject(properties)) return value;
  const needed = new Set(required as readonly string[]);
  return objectFrom(
    Object.entries(value).flatMap(([name, part]): [string, unknown][] => {
      const of = ownPart(properties, name);
      if (!isObject(of)) return [[name, part]];
      if (part === null && !needed.has(name) && !acceptsNull(of, root)) return [];
      return [[name, cleaned(part, of, root)]];
    }),
  );
}

function acceptsNull(schema: JsonSchema, root: JsonSchema): boolean {
  const { type, enum: allowed, anyOf, $ref: reference } = schema;
  if (typeof reference === 'string') {
    const found = applied(null, schema, root);
    return found === undefined || acceptsNull(found, root);
  }
  if (Array.isArray(anyOf)) return (anyOf as readonly JsonSchema[]).some((form) => acceptsNull(form, root));
  if (Array.isArray(allowed)) return (allowed as readonly unknown[]).includes(null);
  if (schema['const'] !== undefined) return schema['const'] === null;
  return type === undefined || type === 'null' || (Array.isArray(type) && type.includes('null'));
}
