import type { JsonValue } from '../../core/canonical.js';
import { ownPart } from '../../core/own-part.js';
import type { CallParameter, CallParameters } from '../../core/t-eval/call-rules.js';
import { JSON_TYPES } from '../../core/t-eval/completion.js';
import { among, oneOfForms, type KnownPart } from '../known-parts.js';
import { objectFrom } from '../../core/json.js';

type Keywords = Readonly<Record<string, JsonValue>>;

/** Above this number of parameters, the forms of arguments cost more input tokens than the answers they save. */
const MOST_PARAMETERS = 100;

/**
 * What is known of a call's `name` and `args`: the offered APIs, and one form of arguments per API.
 * @param others further names with the form of their arguments
 */
export function knownCall(
  parameters: CallParameters,
  others: readonly { readonly name: string; readonly args: Keywords }[] = [],
): KnownPart[] {
  const apis = Object.entries(parameters);
  const size = apis.reduce((sum, [, api]) => sum + api.required.length + api.optional.length, 0);
  const forms = [...apis.map(([, api]) => argumentsForm(api)), ...others.map(({ args }) => args)];
  return [
    ...among('name', [...apis.map(([name]) => name), ...others.map(({ name }) => name)]),
    ...(size > MOST_PARAMETERS ? [] : oneOfForms('args', forms)),
  ];
}

const argumentsForm = ({ required, optional }: CallParameters[string]): Keywords => ({
  type: 'object',
  properties: objectFrom(
    [...required, ...optional].map((parameter) => [parameter.name, valueForm(parameter)]),
  ),
  required: [...new Set(required.map(({ name }) => name))],
  additionalProperties: false,
});

const isPlain = (value: JsonValue): boolean => typeof value !== 'object' || value === null;
const isMembers = (value: JsonValue | undefined): value is Keywords =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Types of list members that strict modes can enforce. */
const PLAIN_TYPES: readonly unknown[] = ['string', 'integer', 'number', 'boolean'];

/** The form of an argument: type and allowed values. The other rules of its document are checked by `callProblems`. */
function valueForm({ type, enum: allowed, nullable, structure }: CallParameter): Keywords {
  const words = type === '' ? [] : type.split(' or ');
  const known = words.flatMap((word) => ownPart(JSON_TYPES, word) ?? []);
  if (allowed !== undefined && allowed.length > 0 && allowed.every(isPlain)) {
    const values = [...new Set<JsonValue>(nullable ? [...allowed, null] : allowed)];
    const texts = values.every((value) => typeof value === 'string');
    return { ...(texts && { type: 'string' }), enum: values };
  }
  // A type that is not known allows any value.
  if (known.length === 0 || known.length < words.length) return {};
  const types = [...new Set<string>(nullable ? [...known, 'null'] : known)];
  const members = isMembers(structure) ? ownPart(structure, 'items') : undefined;
  const member =
    isMembers(members) && PLAIN_TYPES.includes(members['type']) && members['nullable'] !== true
      ? { type: members['type'] as string }
      : {};
  return {
    type: types.length === 1 ? (types[0] ?? '') : types,
    ...(types.includes('array') && { items: member }),
  };
}
