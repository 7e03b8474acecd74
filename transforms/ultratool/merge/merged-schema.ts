import { sameValue, valueKey, type JsonValue } from '../../../core/canonical.js';
import { ownPart } from '../../../core/own-part.js';
import { isJsonObject, objectFrom } from '../../../core/json.js';
import { compareNumbers, isNumber } from '../../../core/number-as-written.js';

type Schema = Readonly<Record<string, JsonValue>>;

export const isSchema = (value: JsonValue | undefined): value is Schema => isJsonObject(value);

/** Keywords that do not restrict values. */
const ANNOTATIONS = new Set(['description', 'example', 'examples', 'title', 'default']);
/** Keywords that restrict a type; a merged property is as wide as the widest of its sources. */
const LIMITS = new Set(['enum', 'minimum', 'maximum', 'pattern', 'format', 'minLength', 'maxLength']);

/** What two properties must share to be merged: their type with its structure, without annotations and limits. */
export const kindOfSchema = (schema: JsonValue): string =>
  isSchema(schema)
    ? valueKey(
        objectFrom(Object.entries(schema).filter(([key]) => !ANNOTATIONS.has(key) && !LIMITS.has(key))),
      )
    : 'any';

/**
 * A schema that allows each value that one of these allows. Annotations come from the first schema that has them.
 * @param sources at least one
 */
export function mergedSchema(sources: readonly JsonValue[]): JsonValue {
  const [first = {}] = sources;
  if (sources.every((one) => sameValue(one, first))) return first;
  const schemas = sources.filter(isSchema);
  // One of them allows any value.
  if (schemas.length < sources.length) return {};
  const typed = schemas.some((one) => ownPart(one, 'type') !== undefined);
  const type = mergedPart(
    'type',
    schemas.map((one) => ownPart(one, 'type')),
  );
  // Limits of one type do not apply to values of another.
  const open = typed && type === undefined;
  const keys = [...new Set(schemas.flatMap((one) => Object.keys(one)))].filter(
    (key) => !open || !LIMITS.has(key),
  );
  return objectFrom(
    keys.flatMap((key) => {
      const value = mergedPart(
        key,
        schemas.map((one) => ownPart(one, key)),
      );
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
}

/** @param values of one keyword; undefined if a schema lacks it */
function mergedPart(key: string, values: readonly (JsonValue | undefined)[]): JsonValue | undefined {
  if (ANNOTATIONS.has(key)) return values.find((one) => one !== undefined && one !== '');
  const there = values.filter((one) => one !== undefined);
  // If one schema has no restriction, neither has the merged one.
  if (there.length < values.length) return undefined;
  const texts = new Set(there.map((one) => valueKey(one)));
  if (texts.size === 1) return there[0];
  if (key === 'type')
    return texts.size === 2 && texts.has('"integer"') && texts.has('"number"') ? 'number' : undefined;
  if (key === 'enum' && there.every((one) => Array.isArray(one))) return union(there.flat());
  if (there.every((one) => isNumber(one))) {
    if (key === 'minimum' || key === 'minLength')
      return there.reduce((a, b) => (compareNumbers(b, a) < 0 ? b : a));
    if (key === 'maximum' || key === 'maxLength')
      return there.reduce((a, b) => (compareNumbers(b, a) > 0 ? b : a));
  }
  return undefined;
}

const union = (values: readonly JsonValue[]): JsonValue[] => [
  ...new Map(values.map((one) => [valueKey(one), one])).values(),
];
