import type { JsonValue } from '../../../core/canonical.js';
import type { JsonObject } from './asked.js';
import { parts } from './strict-schema.js';

/**
 * What a strict schema may be at most: OpenAI, platform.openai.com/docs/guides/structured-outputs; Azure,
 * learn.microsoft.com/azure/ai-services/openai/how-to/structured-outputs; Anthropic,
 * platform.claude.com/docs/en/build-with-claude/structured-outputs (all read in November 2026).
 */
export const STRICT_LIMITS = {
  openai: { properties: 5_000, levels: 10, values: 1_000, letters: 120_000, longEnum: 15_000 },
  azure: { properties: 100, levels: 5, values: 500, letters: 15_000, longEnum: 7_500, bounds: false },
  anthropic: { optional: 24, unions: 16, bounds: false },
} as const;

const BOUNDS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'maxItems'];

const listOf = (value: JsonValue | undefined): readonly JsonValue[] =>
  Array.isArray(value) ? (value as readonly JsonValue[]) : [];
const namesOf = (value: JsonValue | undefined): string[] =>
  typeof value === 'object' && value !== null ? Object.keys(value) : [];
const letters = (values: readonly JsonValue[]): number => values.map(String).join('').length;

/** What of a schema is beyond the limits of a provider; undefined when nothing is. */
export function beyondLimits(schema: JsonObject, provider: keyof typeof STRICT_LIMITS): string | undefined {
  const limits: Readonly<Record<string, number | boolean>> = STRICT_LIMITS[provider];
  const all = [...everyPart(schema, 1)];
  const sum = (of: (part: JsonObject) => number): number =>
    all.reduce((total, { part }) => total + of(part), 0);
  const found: Readonly<Record<string, number>> = {
    properties: sum(({ properties }) => namesOf(properties).length),
    levels: Math.max(...all.map(({ level }) => level)),
    values: sum((part) => listOf(part.enum).length),
    letters: sum(
      (part) =>
        letters([...namesOf(part.properties), ...namesOf(part.$defs), ...listOf(part.enum)]) +
        (typeof part.const === 'string' ? part.const.length : 0),
    ),
    longEnum: Math.max(
      ...all.map(({ part }) => (listOf(part.enum).length > 250 ? letters(listOf(part.enum)) : 0)),
    ),
    optional: sum(({ properties, required }) => namesOf(properties).length - listOf(required).length),
    unions: sum(({ anyOf, type }) => (Array.isArray(anyOf) || Array.isArray(type) ? 1 : 0)),
  };
  for (const [name, most] of Object.entries(limits))
    if (typeof most === 'number' && (found[name] ?? 0) > most)
      return `Schema exceeds the limit: ${found[name]} ${name}, at most ${most}`;
  const bound = all.flatMap(({ part }) => BOUNDS.filter((name) => name in part))[0];
  return limits.bounds === false && bound !== undefined ? `'${bound}' is not permitted` : undefined;
}

/** Every schema in a schema, with the number of objects and lists around it and itself. */
function* everyPart(part: JsonObject, level: number): Generator<{ part: JsonObject; level: number }> {
  const nests = part.type === 'object' || part.type === 'array' || 'properties' in part;
  yield { part, level: nests ? level : level - 1 };
  for (const [, inner] of parts(part)) yield* everyPart(inner, nests ? level + 1 : level);
}
