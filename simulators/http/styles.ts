import type { JsonValue } from '../../core/canonical.js';
import { ownPart } from '../../core/own-part.js';
import { isNested, writeJson } from '../../core/json.js';

/** Name and value of an argument, not encoded. */
export type Pair = readonly [name: string, value: string];

/** Serialization of an argument: a parameter's `style` and `explode` (OpenAPI 3.1, "Style Values"). */
export interface Style {
  readonly style?: string | undefined;
  readonly explode?: boolean | undefined;
}

/** Encodes all but unreserved characters (RFC 3986, "Unreserved Characters"). */
export const encoded = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD')).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** A value as text. */
export const plainText = (value: JsonValue): string =>
  typeof value === 'string' ? value : value === null ? '' : writeJson(value);

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);
const isObject = (value: JsonValue): value is { readonly [key: string]: JsonValue } =>
  isNested(value) && !isList(value);

/** A list's values, or an object's alternating names and values. */
const flat = (value: JsonValue): string[] =>
  isList(value)
    ? value.map(plainText)
    : isObject(value)
      ? Object.entries(value).flatMap(([key, one]) => [key, plainText(one)])
      : [plainText(value)];

/** Serializes a path or header value: `simple`, `label` or `matrix`. @param encode encodes each part */
export function pathValue(
  name: string,
  value: JsonValue,
  { style = 'simple', explode = false }: Style,
  encode: (text: string) => string,
): string {
  const parts = flat(value).map(encode);
  const named = isObject(value)
    ? Object.entries(value).map(([key, one]) => `${encode(key)}=${encode(plainText(one))}`)
    : undefined;
  if (style === 'label') return `.${(explode ? (named ?? parts) : parts).join(explode ? '.' : ',')}`;
  if (style === 'matrix') {
    const each = explode ? (named ?? parts.map((part) => `${name}=${part}`)) : [`${name}=${parts.join(',')}`];
    return each.map((one) => `;${one}`).join('');
  }
  return (explode ? (named ?? parts) : parts).join(',');
}

const DELIMITERS: Readonly<Record<string, string>> = { spaceDelimited: ' ', pipeDelimited: '|' };

/** Serializes a query, form or cookie value: `form`, `spaceDelimited`, `pipeDelimited` or `deepObject`. */
export function argumentPairs(name: string, value: JsonValue, { style = 'form', explode }: Style): Pair[] {
  if (isList(value) && value.length === 0) return [];
  if (style === 'deepObject' && isObject(value))
    return Object.entries(value).flatMap(([key, one]): Pair[] =>
      isList(one)
        ? one.map((part) => [`${name}[${key}]`, plainText(part)])
        : [[`${name}[${key}]`, plainText(one)]],
    );
  if (explode ?? style === 'form') {
    if (isList(value)) return value.map((one) => [name, plainText(one)]);
    if (isObject(value)) return Object.entries(value).map(([key, one]) => [key, plainText(one)]);
  }
  return [[name, flat(value).join(ownPart(DELIMITERS, style) ?? ',')]];
}
