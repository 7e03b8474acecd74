import * as z from 'zod';
import type { JsonValue } from './canonical.js';
import { inOrder, orderOf } from './json.js';
import { NumberAsWritten, type JsonNumber } from './number-as-written.js';
import { ownPart } from './own-part.js';

/*
 * Tools, slots, intents and columns have names from outside, also `__proto__`, `constructor` and `toString`. A plain
 * object loses the first when it is assigned and has the others by inheritance. So: read with `ownPart`, write with
 * `putPart`, `Object.fromEntries` or a Map, and parse with `recordOf` and `jsonSchema`, since zod's own drop
 * `__proto__`. scripts/outside-names.mjs checks this.
 */

/** Sets the value of a key, for names from outside. */
export const putPart = <T>(parts: Record<string, T>, name: string, value: T): void => {
  Object.defineProperty(parts, name, { value, enumerable: true, writable: true, configurable: true });
};

/** The value of a record's own key, for names from outside; sets the fallback if the key is missing. */
export function partOr<T>(parts: Record<string, T>, name: string, fallback: T): T {
  const there = ownPart(parts, name);
  if (there !== undefined) return there;
  putPart(parts, name, fallback);
  return fallback;
}

interface OwnRecord extends z.ZodRecord<z.ZodString, z.ZodType> {
  readonly _zod: z.ZodRecord<z.ZodString, z.ZodType>['_zod'];
}

const PROTO = '__proto__';
const initRecord: (record: unknown, def: unknown) => void = z.ZodRecord.init.bind(z.ZodRecord) as never;

/**
 * zod's record type, but with the key `__proto__` treated like others, which zod skips; also in JSON Schema. The copy
 * lists its names like the original.
 */
const OwnRecord = z.core.$constructor<OwnRecord>('OwnRecord', (record, def) => {
  initRecord(record, def);
  const parseAny = record._zod.parse.bind(record._zod);
  const parseOthers: typeof parseAny = (payload, context) => {
    const names = isObject(payload.value) ? orderOf(payload.value) : undefined;
    const parsed = parseAny(payload, context);
    if (names === undefined || parsed instanceof Promise || !isObject(parsed.value)) return parsed;
    parsed.value = inOrder(parsed.value as Record<string, unknown>, names);
    return parsed;
  };
  record._zod.parse = (payload, context) => {
    const given: unknown = payload.value;
    if (!isObject(given) || !Object.hasOwn(given, PROTO)) return parseOthers(payload, context);
    const place = Object.keys(given).indexOf(PROTO);
    const own = def.valueType._zod.run(
      { value: (given as Readonly<Record<string, unknown>>)[PROTO], issues: [] },
      context,
    );
    const name = def.keyType._zod.run({ value: PROTO, issues: [] }, context);
    const others = parseOthers(payload, context);
    if (own instanceof Promise || name instanceof Promise || others instanceof Promise)
      throw new z.core.$ZodAsyncError();
    const issues = [...name.issues, ...own.issues];
    if (issues.length > 0) others.issues.push(...z.core.util.prefixIssues(PROTO, issues));
    const entries = Object.entries(others.value as object);
    entries.splice(place, 0, [PROTO, own.value]);
    others.value = inOrder(Object.fromEntries(entries), orderOf(given) ?? []);
    return others;
  };
});

/** Schema of a record with names from outside. @param name further rules for the names */
export function recordOf<V extends z.ZodType, K extends z.core.$ZodRecordKey = z.ZodString>(
  value: V,
  name?: K,
): z.ZodRecord<K, V> {
  const def = { type: 'record', keyType: name ?? z.string(), valueType: value };
  return new OwnRecord(def as never) as unknown as z.ZodRecord<K, V>;
}

const initLazy: (lazy: unknown, def: unknown) => void = z.ZodLazy.init.bind(z.ZodLazy) as never;

/** zod's lazy type, but it returns a JSON value itself rather than a copy: a copy loses digits and order of names. */
const AnyJson = z.core.$constructor<z.ZodLazy>('AnyJson', (any, def) => {
  initLazy(any, def);
  const parseOthers = any._zod.parse.bind(any._zod);
  any._zod.parse = (payload, context) => (isJson(payload.value) ? payload : parseOthers(payload, context));
});

/** Any JSON value. */
export const jsonSchema: z.ZodType<JsonValue> = new AnyJson({
  type: 'lazy',
  getter: () =>
    z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(jsonSchema), recordOf(jsonSchema)]),
} as never) as unknown as z.ZodType<JsonValue>;

const initNumber: (number: unknown, def: unknown) => void = z.ZodNumber.init.bind(z.ZodNumber) as never;

/** zod's number type, but numbers keep their digits. */
const AnyNumber = z.core.$constructor<z.ZodNumber>('AnyNumber', (any, def) => {
  initNumber(any, def);
  const parseOthers = any._zod.parse.bind(any._zod);
  any._zod.parse = (payload, context) =>
    payload.value instanceof NumberAsWritten ? payload : parseOthers(payload, context);
});

/** A number of a document, with its digits. */
export const jsonNumber: z.ZodType<JsonNumber> = new AnyNumber({
  type: 'number',
  checks: [],
} as never);

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether a value is JSON throughout: plain objects, lists, finite numbers. */
function isJson(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  if (!isObject(value)) return value === null || typeof value === 'string' || typeof value === 'boolean';
  if (Array.isArray(value)) return value.every(isJson);
  return (
    value instanceof NumberAsWritten ||
    (z.core.util.isPlainObject(value) && Object.values(value).every(isJson))
  );
}
