import * as z from 'zod';
import type { JsonValue } from '../../core/canonical.js';
import { TIMED_OUT } from '../../core/mtu-bench/creation.js';
import type { SeededRandom } from '../../core/random.js';
import type { Talk } from './creation-rules.js';
import type { WriteTurnCallInput, WriteTurnCallOutput } from './creation-schemas.js';
import type { WriteObservationInput, WriteObservationOutput } from './creation-schemas.js';
import { objectFrom, parseJson } from '../../core/json.js';

/** The part of a document needed to call its tool. */
const documentSchema = z.looseObject({
  name: z.string(),
  required_parameters: z.array(
    z.looseObject({ name: z.string(), type: z.string().optional(), enum: z.array(z.string()).optional() }),
  ),
});

/** Words that look like values: numbers, times, and capitalized words inside a sentence. */
const values = (text: string): string[] => [
  ...new Set(text.match(/\d+(?::\d\d)?|(?<=\S )\p{Lu}[\p{L}]+(?: \p{Lu}[\p{L}]+)*/gu) ?? []),
];

const words = (text: string): string[] => text.match(/\p{L}{2,}/gu) ?? [];

const lastUser = (talk: Talk): string => talk.findLast(({ who }) => who === 'user')?.text ?? '';

/** One call in this many names an unknown tool or parameter, to exercise the filters. */
const ONE_IN = 25;

/** Calls one or two of the tools with value-like words of the user. */
export function rehearsedCalls({ tools, talk }: WriteTurnCallInput, draw: SeededRandom): WriteTurnCallOutput {
  const documents = tools.map((text) => documentSchema.parse(parseJson(text)));
  const chosen = draw.sample(documents, draw.int(1, 4) === 1 ? 2 : 1);
  const said = values(lastUser(talk));
  const found = [...said, ...words(lastUser(talk)), 'it'];
  const calls = chosen.map(({ name, required_parameters: required }) => {
    const given = required.map(({ name: parameter, type, enum: allowed = [] }, at): [string, JsonValue] => {
      const numbers = found.filter((text) => /^\d+$/.test(text)).map(Number);
      const text = allowed[0] ?? found[at % found.length] ?? 'it';
      return [parameter, type === 'integer' || type === 'number' ? (numbers[0] ?? 1) : text];
    });
    const more: [string, JsonValue][] = draw.int(1, ONE_IN) === 1 ? [['invented', 'yes']] : [];
    return {
      tool: draw.int(1, ONE_IN) === 1 ? `${name}_now` : name,
      arguments: objectFrom([...given, ...more]),
    };
  });
  const named = calls.map(({ tool }) => tool).join(' and then ');
  return { thought: `The user wants something that ${named} can do, with what was said.`, calls };
}

/** Results derived from the reply; occasionally empty or timed out. */
export function rehearsedObservations(
  { calls, reply }: WriteObservationInput,
  draw: SeededRandom,
): WriteObservationOutput {
  const said = values(reply);
  return {
    observations: calls.map(({ results }): JsonValue => {
      const kind = draw.int(1, 10);
      if (kind === 1) return {};
      if (kind === 2 || results === '') return TIMED_OUT;
      return objectFrom(
        results
          .split(', ')
          .map((field, at) => [field, said[at] ?? draw.sample(words(reply), 1)[0] ?? 'done']),
      );
    }),
  };
}
