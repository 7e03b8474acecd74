import { canonicalJson, type JsonValue } from '../../core/canonical.js';
import { TIMED_OUT } from '../../core/mtu-bench/creation.js';
import { definePrompt } from '../definition.js';
import { exactly } from '../known-parts.js';
import { rehearsedObservations } from './rehearsed-synthesis.js';
import {
  writeObservationInputSchema,
  writeObservationOutputSchema,
  type WriteObservationInput,
  type WriteObservationOutput,
} from './creation-schemas.js';
import { isJsonObject } from '../../core/json.js';

/** Writes the results of a turn's calls, consistent with the reply and the tools' result fields. */
export const writeObservation = definePrompt<WriteObservationInput, WriteObservationOutput>({
  id: 'mtu-bench/write-observation',
  input: writeObservationInputSchema,
  example: {
    talk: [{ who: 'user', text: 'Find me an inn in Rome.' }],
    calls: [{ tool: 'find_inn', arguments: '{"city":"Rome"}', results: 'inn, price' }],
    reply: 'There is Casa Lupo, for $80 a night. Do you like it?',
  },
  answer: {
    output: writeObservationOutputSchema,
    known: ({ calls }) => exactly('observations', calls.length),
    rules: ({ calls }, { observations }) => [
      ...(observations.length === calls.length
        ? []
        : [`there are ${observations.length} observations for ${calls.length} calls`]),
      ...observations.flatMap((observation, at) => observationProblems(observation, calls[at])),
    ],
    rehearse: rehearsedObservations,
  },
});

function observationProblems(
  observation: JsonValue,
  call: WriteObservationInput['calls'][number] | undefined,
): string[] {
  if (call === undefined) return [];
  if (Array.isArray(observation))
    return observation.length === 0
      ? [`the observation of ${call.tool} is an empty list; {} says that nothing was found`]
      : (observation as readonly JsonValue[]).flatMap((one) => fieldProblems(one, call));
  return canonicalJson(observation) === canonicalJson(TIMED_OUT) ? [] : fieldProblems(observation, call);
}

function fieldProblems(one: JsonValue, { tool, results }: WriteObservationInput['calls'][number]): string[] {
  if (!isJsonObject(one)) return [`the observation of ${tool} is neither an object nor a list of objects`];
  const known = new Set(results.split(', '));
  return Object.keys(one)
    .filter((field) => !known.has(field))
    .map((field) => `${tool} gives back no field ${field}`);
}
