import { PythonNumber, pythonNumber, PythonOther, PythonSet, PythonTuple } from './text.js';
import { ownPart } from '../../core/own-part.js';
import { isJsonObject } from '../../core/json.js';
import { NumberAsWritten } from '../../core/number-as-written.js';

/** A dict: a plain object if all keys are ordinary strings, else a Map in Python's order. */
export type PythonDict = Readonly<Record<string, unknown>> | ReadonlyMap<unknown, unknown>;

/** Keys that a plain object would reorder or treat specially. */
const UNRULY_KEY = /^(?:\d+|__proto__)$/;

/** Builds a dict: a repeated key keeps its first position and last value. */
export function pythonDict(members: readonly (readonly [unknown, unknown])[]): PythonDict {
  const byKey = new Map<string, [unknown, unknown]>();
  for (const [key, value] of members) {
    const identity = identityOf(key);
    byKey.set(identity, [byKey.get(identity)?.[0] ?? key, value]);
  }
  const entries = [...byKey.values()];
  const plain = entries.every(([key]) => typeof key === 'string' && !UNRULY_KEY.test(key));
  return plain ? (Object.fromEntries(entries) as Record<string, unknown>) : new Map(entries);
}

export function isPythonDict(value: unknown): value is PythonDict {
  return isJsonObject(value) && !(value instanceof PythonNumber) && !(value instanceof PythonOther);
}

/** A dict's members in order. */
export const dictEntries = (dict: PythonDict): (readonly [unknown, unknown])[] =>
  dict instanceof Map
    ? [...(dict as ReadonlyMap<unknown, unknown>)]
    : Object.entries(dict as Record<string, unknown>);

/** The boxed value of a string key; undefined if missing. */
export function dictValue(dict: PythonDict, key: string): { readonly value: unknown } | undefined {
  if (dict instanceof Map) return dict.has(key) ? { value: dict.get(key) as unknown } : undefined;
  return Object.hasOwn(dict, key) ? { value: ownPart(dict as Record<string, unknown>, key) } : undefined;
}

/** Whether a value can be a dict key or set member. */
export const isHashable = (value: unknown): boolean =>
  !Array.isArray(value) &&
  !isPythonDict(value) &&
  !(value instanceof PythonSet) &&
  (!(value instanceof PythonTuple) || value.items.every(isHashable));

/** Python's `a == b`: by value and type, but `1 == 1.0 == True`. */
export const pythonEquals = (a: unknown, b: unknown): boolean => identityOf(a) === identityOf(b);

/** A key that is equal for exactly the values that Python considers equal. */
export function identityOf(value: unknown): string {
  if (typeof value === 'string') return `s${JSON.stringify(value)}`;
  if (typeof value === 'boolean') return value ? 'n1' : 'n0';
  if (typeof value === 'number') return numberIdentity(value);
  if (value instanceof NumberAsWritten) return identityOf(pythonNumber(value.text));
  if (value instanceof PythonNumber) {
    // Integers beyond 2^53 are exact in text only.
    return /^-?\d+$/.test(value.text) ? `n${value.text}` : numberIdentity(value.value);
  }
  if (Array.isArray(value)) return `[${value.map(identityOf).join()}]`;
  if (value instanceof PythonTuple) return `(${value.items.map(identityOf).join()})`;
  if (value instanceof PythonSet) return `<${value.items.map(identityOf).sort().join()}>`;
  if (value instanceof PythonOther) return `o${value.repr()}`;
  if (isPythonDict(value)) {
    const members = dictEntries(value).map(([key, inner]) => `${identityOf(key)}:${identityOf(inner)}`);
    return `{${members.sort().join()}}`;
  }
  return 'None';
}

const numberIdentity = (value: number): string =>
  Number.isInteger(value) ? `n${BigInt(value)}` : `n${String(value)}`;
