import type { JsonValue } from '../../core/canonical.js';
import { canonicalJson } from '../../core/canonical.js';
import { ownPart } from '../../core/own-part.js';

type Fields = Readonly<Record<string, JsonValue>>;

const fieldsOf = (value: JsonValue | undefined): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

const listOf = (value: JsonValue | undefined): readonly JsonValue[] | undefined =>
  Array.isArray(value) ? (value as readonly JsonValue[]) : undefined;

const typeOf = (value: JsonValue): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

const fits = (value: JsonValue, type: JsonValue): boolean =>
  type === 'integer' ? Number.isInteger(value) : type === typeOf(value);

/**
 * The first breach of a JSON Schema by a value: types, listed values, required fields and bounds, however deep. The
 * schema is one of a tool's document, without references.
 * @param where the value's name
 */
export function schemaFault(value: JsonValue, schema: JsonValue, where: string): string | undefined {
  const fields = fieldsOf(schema);
  if (fields === undefined) return undefined;
  const type = ownPart(fields, 'type');
  const types = type === undefined ? undefined : (listOf(type) ?? [type]);
  if (types && !types.some((one) => fits(value, one)))
    return `${where} is ${typeOf(value)}, expected is ${types.map(String).join(' or ')}`;
  const values = listOf(ownPart(fields, 'enum'));
  if (values && !values.some((one) => canonicalJson(one) === canonicalJson(value)))
    return `${where} is ${JSON.stringify(value)}, which is not listed`;
  const [least, most] = ['minimum', 'maximum'].map((key) => ownPart(fields, key));
  if (typeof value === 'number') {
    if (typeof least === 'number' && value < least) return `${where} is ${value}, the minimum is ${least}`;
    if (typeof most === 'number' && value > most) return `${where} is ${value}, the maximum is ${most}`;
  }
  return partsFault(value, fields, where);
}

function partsFault(value: JsonValue, schema: Fields, where: string): string | undefined {
  const items = ownPart(schema, 'items');
  for (const [at, one] of (items === undefined ? [] : (listOf(value) ?? [])).entries()) {
    const fault = schemaFault(one, items ?? null, `${where}[${at}]`);
    if (fault !== undefined) return fault;
  }
  const own = fieldsOf(value);
  if (own === undefined) return undefined;
  const missing = (listOf(ownPart(schema, 'required')) ?? []).find(
    (name): name is string => typeof name === 'string' && !Object.hasOwn(own, name),
  );
  if (missing !== undefined) return `${where} lacks ${missing}`;
  const properties = fieldsOf(ownPart(schema, 'properties')) ?? {};
  for (const [name, part] of Object.entries(own)) {
    const of = ownPart(properties, name);
    const fault = of === undefined ? undefined : schemaFault(part, of, `${where}.${name}`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
