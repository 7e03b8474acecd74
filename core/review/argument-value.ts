import type { JsonValue } from '../canonical.js';
import { ownPart } from '../own-part.js';
import { rulesBreach } from '../values/check.js';
import { strictFormatBreach } from '../values/formats.js';
import type { ToolShown } from './api.js';

type Parameter = ToolShown['parameters'][number];

const isObject = (value: JsonValue): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values of the types that documents name; T-Eval writes them in capitals, where NUMBER is a whole number. */
const TYPES: Readonly<Record<string, (value: JsonValue) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value),
  int: (value) => Number.isInteger(value),
  number: (value) => typeof value === 'number',
  float: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  bool: (value) => typeof value === 'boolean',
  array: (value) => Array.isArray(value),
  list: (value) => Array.isArray(value),
  object: isObject,
  dict: isObject,
  STRING: (value) => typeof value === 'string',
  NUMBER: (value) => Number.isInteger(value),
  FLOAT: (value) => typeof value === 'number',
  BOOLEAN: (value) => typeof value === 'boolean',
  ARRAY: (value) => Array.isArray(value),
  OBJECT: isObject,
};

/** The same where a call is a text: its values have no other type than what their letters tell. */
const WRITTEN: Readonly<Record<string, RegExp>> = {
  integer: /^-?\d+$/,
  number: /^-?\d+(?:\.\d+)?$/,
  boolean: /^(?:true|false)$/i,
  array: /^\[[\s\S]*\]$/,
  object: /^\{[\s\S]*\}$/,
};

/** A value as a message or a list of allowed values has it. */
export const valueWord = (value: JsonValue): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** Longest value that a message shows. */
const SHOWN = 60;
export const shownValue = (value: JsonValue): string => {
  const word = typeof value === 'string' ? `“${value}”` : JSON.stringify(value);
  return word.length > SHOWN ? `${word.slice(0, SHOWN)}…` : word;
};

/** Whether nothing is said: no letters, no members. */
export const isEmptyValue = (value: JsonValue): boolean =>
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** Whether the document allows a value by name: one of its list, or its default. */
const isNamed = ({ enum: allowed = [], default: preset }: Parameter, value: JsonValue): boolean =>
  allowed.includes(valueWord(value)) || preset === valueWord(value);

/** What type a value is expected to have; undefined where it has it, or the document names none that is known. */
function typeProblem({ type }: Parameter, value: JsonValue, written: boolean): string | undefined {
  const words = type.split(' or ');
  const known = words.every((word) => Object.hasOwn(TYPES, word));
  if (!known) return undefined;
  const fits = (word: string): boolean =>
    written && typeof value === 'string'
      ? ownPart(WRITTEN, word)?.test(value) !== false
      : ownPart(TYPES, word)?.(value) === true;
  return words.some(fits) ? undefined : `expected ${type.toLowerCase()}, found ${shownValue(value)}`;
}

/** A range, a length, a pattern or the parts of a value. Where a call is a text, so are its numbers. */
function ruleProblem(parameter: Parameter, value: JsonValue): string | undefined {
  const numeric =
    typeof value === 'string' && !/string/i.test(parameter.type) && !Number.isNaN(Number(value));
  const breach = rulesBreach(parameter, numeric ? Number(value) : value);
  if (breach === undefined) return undefined;
  const { at, expected } = breach;
  const found = at === '' ? value : breach.found;
  return `expected ${expected}${at === '' ? '' : ` at ${at.replace(/^\./, '')}`}, found ${shownValue(found)}`;
}

/** What the document says a value must be and it is not; undefined for one that fits. @param written: it is a text */
export function valueProblem(parameter: Parameter, value: JsonValue, written: boolean): string | undefined {
  if (isNamed(parameter, value)) return undefined;
  if (isEmptyValue(value))
    return parameter.required ? 'expected a value, found nothing; the tool requires it' : undefined;
  const type = typeProblem(parameter, value, written);
  if (type !== undefined) return type;
  const { enum: allowed = [] } = parameter;
  // A list's values are those of its members.
  const members: readonly JsonValue[] = Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
  const other = allowed.length > 0 ? members.find((one) => !allowed.includes(valueWord(one))) : undefined;
  if (other !== undefined) return `expected one of ${allowed.join(', ')}; found ${shownValue(other)}`;
  return ruleProblem(parameter, value);
}

/** The form that the document says a text must have and it has not. */
export function formatProblem(parameter: Parameter, value: JsonValue): string | undefined {
  if (typeof value !== 'string' || isEmptyValue(value) || isNamed(parameter, value)) return undefined;
  const says = strictFormatBreach(parameter.format, value);
  return says && `expected ${says}, found ${shownValue(value)}`;
}
