import * as z from 'zod';
import type { ApiParameter, ReturnField } from '../../core/tool-library.js';

/** A JSON Schema object as it stands in a document. */
export type Schema = Readonly<Record<string, unknown>>;

/** The schema that a reference names, or the schema itself; an empty one where there is none. */
export type Resolve = (schema: unknown) => Schema;

const JSON_VALUE = z.json();
type Json = z.infer<typeof JSON_VALUE>;

const OBJECT = z.record(z.string(), z.unknown());

/** Whatever stands there as an object; an empty one if it is none (a boolean schema says nothing either). */
export const asObject = (value: unknown): Schema => {
  const parsed = OBJECT.safeParse(value);
  return parsed.success ? parsed.data : {};
};

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const trimmedText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** For documents without references outside themselves: `#/…` pointers, chains of them followed to their end. */
export function resolverOf(document: unknown): Resolve {
  return (value) => {
    let schema = asObject(value);
    // A chain longer than this goes in a circle: it names nothing.
    for (let step = 0; typeof schema['$ref'] === 'string'; step++) {
      if (step === 50) return {};
      const { $ref, ...beside } = schema;
      schema = { ...asObject(pointedAt(document, $ref)), ...beside };
    }
    return schema;
  };
}

function pointedAt(document: unknown, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined;
  const steps = reference.slice(1).split('/').slice(1);
  return steps.reduce<unknown>((at, step) => {
    const key = decode(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    return (at as Record<string, unknown>)[key];
  }, document);
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** `allOf` inside `allOf`, or a choice inside a choice, is followed so far. */
const COMBINED_DEPTH = 8;

/** The fields of an object, those of `allOf` and of choices among them. */
export interface Fields {
  readonly properties: ReadonlyMap<string, Schema>;
  readonly required: ReadonlySet<string>;
}

/**
 * The fields of a schema: its own, those of every part of `allOf`, and those of any branch of `oneOf` or `anyOf`
 * (required there only if every branch requires them).
 */
export function fieldsOf(schema: Schema, resolve: Resolve, depth = 0): Fields {
  const properties = new Map<string, Schema>();
  const required = new Set(asList(schema['required']).filter((name) => typeof name === 'string'));
  for (const [name, property] of Object.entries(asObject(schema['properties'])))
    properties.set(name, resolve(property));
  if (depth === COMBINED_DEPTH) return { properties, required };
  const read = (part: unknown): Fields => fieldsOf(resolve(part), resolve, depth + 1);
  const add = (fields: Fields): void => {
    for (const [name, property] of fields.properties)
      if (!properties.has(name)) properties.set(name, property);
  };
  for (const part of asList(schema['allOf']).map(read)) {
    add(part);
    for (const name of part.required) required.add(name);
  }
  for (const keyword of ['oneOf', 'anyOf']) {
    const branches = asList(schema[keyword]).map(read);
    branches.forEach(add);
    for (const name of branches[0]?.required ?? [])
      if (branches.every((branch) => branch.required.has(name))) required.add(name);
  }
  return { properties, required };
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'STRING',
  integer: 'NUMBER',
  number: 'FLOAT',
  boolean: 'BOOLEAN',
  array: 'ARRAY',
  object: 'OBJECT',
};

const valueType = (value: unknown): string =>
  Array.isArray(value)
    ? 'array'
    : typeof value === 'number'
      ? Number.isInteger(value)
        ? 'integer'
        : 'number'
      : typeof value;

/** A schema's type in T-Eval's words; empty where it says none. `null` beside another type is passed over. */
export function typeOf(schema: Schema, resolve: Resolve, depth = 0): string {
  const own = schema['type'];
  const names = [...new Set(typeof own === 'string' ? [own] : asList(own))].flatMap((name) => {
    const known = TYPES[String(name)];
    return known === undefined ? [] : [known];
  });
  if (names.length > 0) return names.join(' or ');
  const values = enumOf(schema);
  if (values !== undefined)
    return [...new Set(values.flatMap((value) => TYPES[valueType(value)] ?? []))].join(' or ');
  if (schema['properties'] !== undefined) return 'OBJECT';
  if (schema['items'] !== undefined) return 'ARRAY';
  if (depth === COMBINED_DEPTH) return '';
  for (const keyword of ['allOf', 'oneOf', 'anyOf']) {
    const types = asList(schema[keyword]).map((part) => typeOf(resolve(part), resolve, depth + 1));
    const found = [...new Set(types.flatMap((type) => (type === '' ? [] : type.split(' or '))))];
    if (found.length > 0) return found.join(' or ');
  }
  return '';
}

function enumOf(schema: Schema): Json[] | undefined {
  const values = 'const' in schema ? [schema['const']] : schema['enum'];
  if (!Array.isArray(values) || values.length === 0) return undefined;
  const read = z.array(JSON_VALUE).safeParse(values);
  return read.success ? read.data : undefined;
}

/** A schema as a named parameter. @param description of the place where it is used, else the schema's own */
export function parameterOf(name: string, schema: Schema, resolve: Resolve, description = ''): ApiParameter {
  const type = typeOf(schema, resolve);
  const values = enumOf(schema);
  const fallback = JSON_VALUE.safeParse(schema['default']);
  return {
    name,
    type,
    description: describe(description || trimmedText(schema['description']), schema),
    ...(values === undefined ? {} : { enum: values }),
    ...(schema['default'] === undefined || !fallback.success ? {} : { default: fallback.data }),
    ...(type.includes('ARRAY') || type.includes('OBJECT') ? { schema: shapeOf(schema, resolve) } : {}),
  };
}

/** A format such as `date` is said where the description does not: a model cannot guess it. */
function describe(description: string, schema: Schema): string {
  const format = trimmedText(schema['format']);
  if (description === '' || !/^(date|date-time|time|email|uri|uuid)$/.test(format)) return description;
  return description.toLowerCase().includes(format) ? description : `${description} (format: ${format})`;
}

/** The parameters of a function or of a body, required ones apart. */
export function schemaParameters(
  schema: Schema,
  resolve: Resolve,
): { readonly required: ApiParameter[]; readonly optional: ApiParameter[] } {
  const { properties, required } = fieldsOf(schema, resolve);
  const all = [...properties].map(([name, property]) => parameterOf(name, property, resolve));
  return {
    required: all.filter(({ name }) => required.has(name)),
    optional: all.filter(({ name }) => !required.has(name)),
  };
}

/**
 * What a schema returns: a field each for an object; one field `result` for anything else, whose description names the
 * fields of a list's elements.
 */
export function returnsOf(schema: Schema, resolve: Resolve, description = ''): ReturnField[] {
  const type = typeOf(schema, resolve);
  const { properties } = fieldsOf(schema, resolve);
  if (properties.size > 0)
    return [...properties].map(([name, property]) =>
      field(name, property, resolve, trimmedText(property['description'])),
    );
  if (type === '' && description === '') return [];
  return [field('result', schema, resolve, description || trimmedText(schema['description']))];
}

function field(name: string, schema: Schema, resolve: Resolve, description: string): ReturnField {
  const type = typeOf(schema, resolve);
  const inner = [...fieldsOf(resolve(schema['items']), resolve).properties.keys()];
  const each = inner.length === 0 ? '' : `each with ${inner.join(', ')}`;
  return {
    name,
    description: [description, each].filter((part) => part !== '').join('; '),
    ...(type === '' ? {} : { type }),
  };
}

/** How deep and how long a parameter's shape is told. */
const SHAPE_DEPTH = 4;
const SHAPE_PARTS = 100;
const KEPT = ['type', 'format', 'description', 'minimum', 'maximum', 'pattern'];

/** A schema without references, cut at a depth and a number of parts: circular ones end there. */
function shapeOf(schema: Schema, resolve: Resolve): Json {
  let parts = 0;
  const shape = (part: Schema, depth: number): Json => {
    const kept = KEPT.flatMap((key): [string, Json][] => {
      const value = JSON_VALUE.safeParse(part[key]);
      return part[key] === undefined || !value.success ? [] : [[key, value.data]];
    });
    const values = enumOf(part);
    const own: Record<string, Json> = Object.fromEntries(kept);
    if (values !== undefined) own['enum'] = values;
    if (++parts > SHAPE_PARTS || depth === SHAPE_DEPTH) return own;
    const { properties, required } = fieldsOf(part, resolve);
    if (properties.size > 0) {
      own['properties'] = Object.fromEntries(
        [...properties].slice(0, SHAPE_PARTS).map(([name, property]) => [name, shape(property, depth + 1)]),
      );
      if (required.size > 0) own['required'] = [...required];
    }
    if (part['items'] !== undefined) own['items'] = shape(resolve(part['items']), depth + 1);
    return own;
  };
  return shape(schema, 0);
}
