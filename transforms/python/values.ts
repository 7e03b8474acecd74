import { PythonNumber, PythonOther, PythonSet, PythonTuple } from './text.js';

/** A dict as it is kept here: a plain object where all its keys are plain strings, else a Map in Python's order. */
export type PythonDict = Readonly<Record<string, unknown>> | ReadonlyMap<unknown, unknown>;

/** Keys that a plain object would put elsewhere, or take as something else. */
const UNRULY_KEY = /^(?:\d+|__proto__)$/;

/** A dict of these members: a key's last value counts, at the place of its first. */
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
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof PythonNumber) &&
    !(value instanceof PythonOther)
  );
}

/** Members of a dict, in order. */
export const dictEntries = (dict: PythonDict): (readonly [unknown, unknown])[] =>
  dict instanceof Map
    ? [...(dict as ReadonlyMap<unknown, unknown>)]
    : Object.entries(dict as Record<string, unknown>);

/** The value of a key that is a string, in a box; nothing when the dict lacks it. */
export function dictValue(dict: PythonDict, key: string): { readonly value: unknown } | undefined {
  if (dict instanceof Map) return dict.has(key) ? { value: dict.get(key) as unknown } : undefined;
  return Object.hasOwn(dict, key) ? { value: (dict as Record<string, unknown>)[key] } : undefined;
}

/** May be a key of a dict or a member of a set. */
export const isHashable = (value: unknown): boolean =>
  !Array.isArray(value) &&
  !isPythonDict(value) &&
  !(value instanceof PythonSet) &&
  (!(value instanceof PythonTuple) || value.items.every(isHashable));

/** `a == b` of Python: by value, typed, but `1 == 1.0 == True`. */
export const pythonEquals = (a: unknown, b: unknown): boolean => identityOf(a) === identityOf(b);

/** A text that values have in common exactly when Python calls them equal. */
export function identityOf(value: unknown): string {
  if (typeof value === 'string') return `s${JSON.stringify(value)}`;
  if (typeof value === 'boolean') return value ? 'n1' : 'n0';
  if (typeof value === 'number') return numberIdentity(value);
  if (value instanceof PythonNumber) {
    // An integer beyond 2^53 is kept in full in its text alone.
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
