import * as z from 'zod';
import type { ApiParameter, ReturnField } from '../../core/tool-library.js';
import { jsonSchema, recordOf } from '../../core/own-record.js';
import { ownPart } from '../../core/own-part.js';

/** A JSON Schema object of a document. */
export type Schema = Readonly<Record<string, unknown>>;

/** Resolves a reference; a schema resolves to itself, a missing target to an empty schema. */
export type Resolve = (schema: unknown) => Schema;

const JSON_VALUE = jsonSchema;
type Json = z.infer<typeof JSON_VALUE>;

const OBJECT = recordOf(z.unknown());

/** A value as an object; empty if it is none (a boolean schema). */
export const asObject = (value: unknown): Schema => {
  const parsed = OBJECT.safeParse(value);
  return parsed.success ? parsed.data : {};
};

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const trimmedText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** A resolver for documents without external references: follows chains of `#/…` pointers. */
export function resolverOf(document: unknown): Resolve {
  return (value) => {
    let schema = asObject(value);
    // A longer chain is circular: it resolves to nothing.
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
    return ownPart(at as Record<string, unknown>, key);
  }, document);
}

function decode(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** Maximum nesting of `allOf` and alternatives that is followed. */
const COMBINED_DEPTH = 8;

/** The fields of an object, including those of `allOf` and alternatives. */
export interface Fields {
  readonly properties: ReadonlyMap<string, Schema>;
  readonly required: ReadonlySet<string>;
}

/**
 * Collects a schema's fields: its own, those of all `allOf` parts, and those of every `oneOf` or `anyOf` branch
 * (required only if all branches require them).
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
    const branches = asList(ownPart(schema, keyword)).map(read);
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

/** A schema's T-Eval type; empty if it has none. `null` beside another type is ignored. */
export function typeOf(schema: Schema, resolve: Resolve, depth = 0): string {
  const own = schema['type'];
  const names = [...new Set(typeof own === 'string' ? [own] : asList(own))].flatMap((name) => {
    const known = ownPart(TYPES, String(name));
    return known === undefined ? [] : [known];
  });
  if (names.length > 0) return names.join(' or ');
  const values = enumOf(schema);
  if (values !== undefined)
    return [...new Set(values.flatMap((value) => ownPart(TYPES, valueType(value)) ?? []))].join(' or ');
  if (schema['properties'] !== undefined) return 'OBJECT';
  if (schema['items'] !== undefined) return 'ARRAY';
  if (depth === COMBINED_DEPTH) return '';
  for (const keyword of ['allOf', 'oneOf', 'anyOf']) {
    const types = asList(ownPart(schema, keyword)).map((part) => typeOf(resolve(part), resolve, depth + 1));
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

/** A schema as a named parameter. @param description of the usage, else the schema's own */
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

/** Adds a format such as `date` to a description that lacks it: a model cannot guess it. */
function describe(description: string, schema: Schema): string {
  const format = trimmedText(schema['format']);
  if (description === '' || !/^(date|date-time|time|email|uri|uuid)$/.test(format)) return description;
  return description.toLowerCase().includes(format) ? description : `${description} (format: ${format})`;
}

/** Required and optional parameters of a function or body. */
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
 * The return fields of a schema: one per property of an object; otherwise one field `result`, whose description lists
 * the fields of a list's elements.
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

/** Limits of depth and length of a described shape. */
const SHAPE_DEPTH = 4;
const SHAPE_PARTS = 100;
const KEPT = ['type', 'format', 'description', 'minimum', 'maximum', 'pattern'];

/** A schema with references inlined, cut at a depth and a number of parts, which ends circular ones. */
function shapeOf(schema: Schema, resolve: Resolve): Json {
  let parts = 0;
  const shape = (part: Schema, depth: number): Json => {
    const kept = KEPT.flatMap((key): [string, Json][] => {
      const value = JSON_VALUE.safeParse(ownPart(part, key));
      return ownPart(part, key) === undefined || !value.success ? [] : [[key, value.data]];
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
