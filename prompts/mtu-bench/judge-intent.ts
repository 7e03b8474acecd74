import * as z from 'zod';
import { intentVerdictSchema } from '../../core/mtu-bench/intents.js';
import { definePrompt } from '../definition.js';

const slot = { name: z.string(), description: z.string() };
const inputSchema = z.strictObject({
  service: z.string(),
  name: z.string(),
  description: z.string(),
  parameters: z.array(z.strictObject({ ...slot, required: z.boolean() })),
  results: z.array(z.strictObject(slot)),
});
export type JudgeIntentInput = z.infer<typeof inputSchema>;

/** One in this many intents is judged unsuitable in a mock run. */
const UNSUITABLE_ONE_IN = 10;

/** Judges whether a schema's intent is suitable as a tool. */
export const judgeIntent = definePrompt({
  id: 'mtu-bench/judge-intent',
  input: inputSchema,
  example: {
    service: 'Inns_1',
    name: 'FindInn',
    description: 'Find an inn.',
    parameters: [{ name: 'city', description: 'Where it is.', required: true }],
    results: [{ name: 'inn', description: 'Its name.' }],
  },
  answer: {
    output: intentVerdictSchema,
    rules: (_: JudgeIntentInput, { reason }) => (reason.trim() === '' ? ['a reason is expected'] : []),
    rehearse: ({ name }: JudgeIntentInput, draw) =>
      draw.int(1, UNSUITABLE_ONE_IN) > 1
        ? { suitable: true, reason: `A program can do what ${name} asks for.` }
        : { suitable: false, reason: `It is doubtful whether a program could do what ${name} asks for.` },
  },
});
