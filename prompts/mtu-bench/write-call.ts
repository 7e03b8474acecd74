import * as z from 'zod';
import { jsonSchema } from '../../core/review/json.js';
import { definePrompt } from '../definition.js';
import { talkSchema, thoughtProblems, twiceProblems } from './creation-rules.js';
import { rehearsedCalls } from './rehearsed-synthesis.js';

/** Maximum calls per turn, as in the evaluation files. */
const MOST_CALLS = 8;

const inputSchema = z.strictObject({
  /** `Friday, March 1, 2019`. */
  today: z.string(),
  /** Documents in the dialect of the evaluation files, as JSON. */
  tools: z.array(z.string()).min(1),
  /** Ends with the latest user turn. */
  talk: talkSchema,
});
export type WriteTurnCallInput = z.infer<typeof inputSchema>;
const outputSchema = z.strictObject({
  thought: z.string(),
  calls: z.array(z.strictObject({ tool: z.string().min(1), arguments: z.record(z.string(), jsonSchema) })),
});
export type WriteTurnCallOutput = z.infer<typeof outputSchema>;

/**
 * Writes a turn's thought, action and action input. Unknown tools or parameters are allowed at this step, as in the
 * paper; the conversion checks ("undefined tools", parameter check) filter them.
 */
export const writeTurnCall = definePrompt<WriteTurnCallInput, WriteTurnCallOutput>({
  id: 'mtu-bench/write-call',
  input: inputSchema,
  example: {
    today: 'Friday, March 1, 2019',
    tools: [
      '{"name":"find_inn","description":"Finds inns in a city.","required_parameters":[{"name":"city","type":"string","description":"Where to look."}],"optional_parameters":[],"result_parameters":[{"name":"inn","type":"string","description":"Its name."}]}',
    ],
    talk: [{ who: 'user', text: 'Find me an inn in Rome.' }],
  },
  answer: {
    output: outputSchema,
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
