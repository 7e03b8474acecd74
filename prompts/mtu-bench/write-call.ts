import * as z from 'zod';
import { jsonSchema } from '../../core/review/json.js';
import { definePrompt } from '../definition.js';
import { talkSchema, thoughtProblems, twiceProblems } from './creation-rules.js';
import { rehearsedCalls } from './rehearsed-synthesis.js';

/** As many as a turn of the evaluation files has. */
const MOST_CALLS = 8;

const inputSchema = z.strictObject({
  /** `Friday, March 1, 2019`. */
  today: z.string(),
  /** Documents in the dialect of the evaluation files, as JSON text. */
  tools: z.array(z.string()).min(1),
  /** Ends with the user's latest words. */
  talk: talkSchema,
});
export type WriteTurnCallInput = z.infer<typeof inputSchema>;
const outputSchema = z.strictObject({
  thought: z.string(),
  calls: z.array(z.strictObject({ tool: z.string().min(1), arguments: z.record(z.string(), jsonSchema) })),
});
export type WriteTurnCallOutput = z.infer<typeof outputSchema>;

/**
 * Thought, action and action input of a turn. A tool or a parameter that no document has is not refused here: the paper
 * allows it at this step, and its filters ("undefined tools", parameter check) are the checks of conversion.
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
