import { definePrompt } from '../definition.js';
import { counted } from '../known-parts.js';
import { thoughtProblems, twiceProblems } from './creation-rules.js';
import { rehearsedCalls } from './rehearsed-synthesis.js';
import {
  writeCallInputSchema,
  writeCallOutputSchema,
  type WriteTurnCallInput,
  type WriteTurnCallOutput,
} from './creation-schemas.js';

/** Maximum calls per turn, as in the evaluation files. */
const MOST_CALLS = 8;

/**
 * Writes a turn's thought, action and action input. Unknown tools or parameters are allowed at this step, as in the
 * paper; the conversion checks ("undefined tools", parameter check) filter them.
 */
export const writeTurnCall = definePrompt<WriteTurnCallInput, WriteTurnCallOutput>({
  id: 'mtu-bench/write-call',
  input: writeCallInputSchema,
  example: {
    today: 'Friday, March 1, 2019',
    tools: [
      '{"name":"find_inn","description":"Finds inns in a city.","required_parameters":[{"name":"city","type":"string","description":"Where to look."}],"optional_parameters":[],"result_parameters":[{"name":"inn","type":"string","description":"Its name."}]}',
    ],
    talk: [{ who: 'user', text: 'Find me an inn in Rome.' }],
  },
  answer: {
    output: writeCallOutputSchema,
    // Only the number: the names stay open, as above.
    known: () => counted('calls', 1, MOST_CALLS),
    rules: (_, { thought, calls }) => [
      ...thoughtProblems(thought),
      ...(calls.length === 0 ? ['no tool is called, but this turn needs one'] : []),
      ...(calls.length > MOST_CALLS ? [`there are ${calls.length} calls, at most ${MOST_CALLS}`] : []),
      ...twiceProblems(
        'the call of',
        calls.map(({ tool }) => tool),
      ),
    ],
    rehearse: rehearsedCalls,
  },
});
