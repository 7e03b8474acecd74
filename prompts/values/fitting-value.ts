import type { JsonValue } from '../../core/canonical.js';
import { JSON_TYPES } from '../../core/t-eval/completion.js';
import { ownPart } from '../../core/own-part.js';
import type { SeededRandom } from '../../core/random.js';
import { argumentProblem, type CallParameter } from '../../core/t-eval/call-rules.js';
import { RULE_NAMES, valueRulesOf, type ValueRules } from '../../core/values/rules.js';
import { textOfPattern } from './text-of-pattern.js';

type Members = { readonly [name: string]: JsonValue };
const isMembers = (value: JsonValue | undefined): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const asList = (value: JsonValue | undefined): readonly JsonValue[] =>
  Array.isArray(value) ? (value as readonly JsonValue[]) : [];

/**
 * A mock value that its document allows: the one that was drawn by its name if it does, else an example, else one made by
 * the rules. Documents without rules get the value that was drawn.
 */
export function fittingValue(parameter: CallParameter, drawn: JsonValue, draw: SeededRandom): JsonValue {
  if (!RULE_NAMES.some((name) => Object.hasOwn(parameter, name))) return drawn;
  const fits = (value: JsonValue): boolean => argumentProblem(parameter, value) === undefined;
  if (fits(drawn)) return drawn;
  const made = [...(parameter.examples ?? []), madeValue(typeWord(parameter), parameter, draw, 0)];
  return made.find(fits) ?? drawn;
}

const typeWord = ({ type }: CallParameter): string =>
  ownPart(JSON_TYPES, type.split(' or ')[0] ?? '') ?? 'string';

/** Nesting of a made value. */
const DEPTH = 6;

function madeValue(type: string, rules: ValueRules, draw: SeededRandom, depth: number): JsonValue {
  const structure = isMembers(rules.structure) ? rules.structure : {};
  if (type === 'integer' || type === 'number') return madeNumber(rules, draw);
  if (type === 'boolean') return draw.int(0, 1) === 1;
  if (type === 'array') return madeList(rules, ownPart(structure, 'items'), draw, depth);
  if (type === 'object') return madeObject(structure, draw, depth);
  const [branch] = asList(ownPart(structure, 'anyOf'));
  return branch === undefined ? madeText(rules, draw) : valueOf(branch, draw, depth + 1);
}

/** A value by a JSON Schema as documents keep it. */
function valueOf(schema: JsonValue | undefined, draw: SeededRandom, depth: number): JsonValue {
  if (!isMembers(schema) || depth > DEPTH) return 'value';
  const [allowed] = draw.sample(asList(ownPart(schema, 'enum')), 1);
  const [example] = asList(ownPart(schema, 'examples'));
  const given = allowed ?? example;
  if (given !== undefined) return given;
  const type = ownPart(schema, 'type');
  const named = [typeof type === 'string' ? type : asList(type)].flat().map(String);
  const [word = Object.hasOwn(schema, 'properties') ? 'object' : 'string'] = named.filter(
    (one) => one !== 'null',
  );
  return madeValue(word, { ...valueRulesOf(schema), structure: schema }, draw, depth);
}

function madeNumber(rules: ValueRules, draw: SeededRandom): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = rules;
  const least = Math.max(
    minimum ?? -Infinity,
    exclusiveMinimum === undefined ? -Infinity : exclusiveMinimum + 1,
  );
  const most = Math.min(
    maximum ?? Infinity,
    exclusiveMaximum === undefined ? Infinity : exclusiveMaximum - 1,
  );
  const from = Number.isFinite(least) ? Math.ceil(least) : Math.min(1, Math.floor(most));
  const to = Math.max(from, Math.min(Math.floor(most), from + 9));
  const drawn = draw.int(from, to);
  if (multipleOf !== undefined) return Math.ceil(drawn / multipleOf) * multipleOf;
  // Between two whole numbers, where no whole one is allowed.
  return drawn <= most && drawn >= least ? drawn : (least + most) / 2;
}

const FORMATS: Readonly<Record<string, (draw: SeededRandom) => string>> = {
  date: (draw) => `2024-05-${String(draw.int(10, 28))}`,
  time: (draw) => `${draw.int(10, 20)}:00`,
  'date-time': (draw) => `2024-05-${String(draw.int(10, 28))}T${draw.int(10, 20)}:00:00Z`,
  email: (draw) => `reader${draw.int(1, 99)}@library.org`,
  uuid: (draw) => `${draw.int(10_000_000, 99_999_999)}-0000-4000-8000-000000000000`,
  uri: (draw) => `https://library.org/${draw.int(100, 999)}`,
  url: (draw) => `https://library.org/${draw.int(100, 999)}`,
  ipv4: (draw) => `192.0.2.${draw.int(1, 254)}`,
};

function madeText(
  { format = '', pattern, minLength = 0, maxLength }: ValueRules,
  draw: SeededRandom,
): string {
  const made =
    ownPart(FORMATS, format)?.(draw) ??
    (pattern === undefined ? undefined : textOfPattern(pattern, draw)) ??
    `word${draw.int(1, 99)}`;
  return made.padEnd(minLength, 'x').slice(0, maxLength);
}

/** Most elements that a list is given: more are asked for by nobody. */
const MOST_ELEMENTS = 50;

function madeList(
  { minItems = 1, maxItems }: ValueRules,
  items: JsonValue | undefined,
  draw: SeededRandom,
  depth: number,
): JsonValue {
  const count = Math.min(Math.max(minItems, 1), maxItems ?? MOST_ELEMENTS, MOST_ELEMENTS);
  return Array.from({ length: count }, () => valueOf(items ?? {}, draw, depth + 1));
}

function madeObject(structure: Members, draw: SeededRandom, depth: number): JsonValue {
  const properties = ownPart(structure, 'properties');
  const [branch] = asList(ownPart(structure, 'anyOf'));
  const of = isMembers(branch) ? valueOf(branch, draw, depth + 1) : {};
  const needed = asList(ownPart(structure, 'required')).map(String);
  return {
    ...(isMembers(of) ? of : {}),
    ...Object.fromEntries(
      needed.map((name) => [
        name,
        valueOf(isMembers(properties) ? ownPart(properties, name) : undefined, draw, depth + 1),
      ]),
    ),
  };
}
