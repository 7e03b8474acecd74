import { canonicalJson, type JsonValue } from '../../core/canonical.js';
import type { ApiParameter, LibraryApi } from '../../core/tool-library.js';
import { readPythonLiteral } from '../python/literal.js';
import { plainJson } from '../python/plain-json.js';
import { isJsonObject, objectFrom, parseJson, writeJson } from '../../core/json.js';
import { type JsonNumber, typedNumber } from '../../core/number-as-written.js';

type Arguments = Readonly<Record<string, JsonValue>>;

/** A value as text in an Action Input. */
export const writtenArgument = (value: JsonValue): string =>
  typeof value === 'string' ? value : writeJson(value);

/**
 * The arguments of a call in the types of its API: texts are parsed by the parameter's type. A text that does not fit
 * is kept, so that the tool itself reports the problem. An empty text for an optional parameter that is not a string is
 * omitted.
 */
export function typedArguments(
  { required, optional }: Pick<LibraryApi, 'required' | 'optional'>,
  given: Arguments,
): Record<string, JsonValue> {
  const typed: [string, JsonValue][] = [];
  const parameters = new Map([...required, ...optional].map((one) => [one.name, one]));
  const needed = new Set(required.map(({ name }) => name));
  for (const [name, value] of Object.entries(given)) {
    const parameter = parameters.get(name);
    if (parameter === undefined) typed.push([name, value]);
    else if (needed.has(name) || !saysNothing(parameter, value))
      typed.push([name, typedValue(parameter, value)]);
  }
  return objectFrom(typed);
}

const typesOf = ({ type }: ApiParameter): readonly string[] => (type === '' ? [] : type.split(' or '));

const saysNothing = (parameter: ApiParameter, value: JsonValue): boolean => {
  const types = typesOf(parameter);
  return value === '' && types.length > 0 && !types.includes('STRING');
};

function typedValue(parameter: ApiParameter, value: JsonValue): JsonValue {
  const types = typesOf(parameter);
  if (typeof value !== 'string')
    // Models write 5 even if the document asks for a string.
    return types.length === 1 && types[0] === 'STRING' ? writtenArgument(value) : value;
  const listed = parameter.enum?.find((one) => writtenArgument(one) === value.trim());
  if (listed !== undefined) return listed;
  for (const type of types) {
    const read = READERS.get(type)?.(value.trim());
    if (read !== undefined) return read;
  }
  return value;
}

const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;

/** Parsers of a text by type; they return undefined for a text that does not fit. */
const READERS = new Map<string, (text: string) => JsonValue | undefined>([
  ['NUMBER', numberIn],
  ['FLOAT', numberIn],
  ['BOOLEAN', (text) => (/^true$/i.test(text) ? true : /^false$/i.test(text) ? false : undefined)],
  ['ARRAY', (text) => listOf(text)],
  ['OBJECT', (text) => objectOf(text)],
]);

function numberIn(text: string): JsonNumber | undefined {
  const read = NUMBER.test(text) ? typedNumber(text) : undefined;
  // An integer of another form than JSON's (`+7`, `007`) beyond the safe range is kept as text: its digits are an id.
  return typeof read === 'number' && /^[-+]?\d+$/.test(text) && !Number.isSafeInteger(read)
    ? undefined
    : read;
}

function listOf(text: string): JsonValue | undefined {
  const read = structured(text);
  return Array.isArray(read) ? read : undefined;
}

function objectOf(text: string): JsonValue | undefined {
  const read = structured(text);
  return isJsonObject(read) ? read : undefined;
}

/** Parses JSON, or else a Python literal, because models write both. */
function structured(text: string): JsonValue | undefined {
  if (!/^[[{]/.test(text)) return undefined;
  for (const read of [parseJson, (one: string) => plainJson(readPythonLiteral(one))] as const)
    try {
      const value = read(text) as JsonValue;
      canonicalJson(value);
      return value;
    } catch {
      continue;
    }
  return undefined;
}
