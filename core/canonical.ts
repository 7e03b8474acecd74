import canonicalizeImport from 'canonicalize';

/** Any JSON value. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

// The package is CommonJS with an `export default` type; under nodenext, the function is the module itself.
const canonicalize = canonicalizeImport as unknown as (value: unknown) => string | undefined;

/**
 * The canonical JSON text of a value (RFC 8785): equal values have equal text.
 * @throws TypeError for values that JSON does not have (undefined, functions, NaN)
 */
export function canonicalJson(value: unknown): string {
  const text = textOf(value);
  if (text === undefined) throw new TypeError('a value without a JSON form cannot be made canonical');
  return text;
}

function textOf(value: unknown): string | undefined {
  try {
    return canonicalize(value);
  } catch (error) {
    // The package throws a plain Error for NaN and Infinity.
    throw new TypeError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** All texts in a value, at any depth, in order. */
export function textsIn(value: JsonValue): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value as Readonly<Record<string, JsonValue>>).flatMap(textsIn);
}
