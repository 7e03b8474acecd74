import * as z from 'zod';
import type { SeededRandom } from '../../../core/random.js';
import { definePrompt } from '../../definition.js';

/** A judge's answer. */
const verdictSchema = z.strictObject({ reason: z.string(), score: z.int().min(1).max(10) });
export type JudgeVerdict = z.infer<typeof verdictSchema>;

const rules = (_: unknown, { reason }: JudgeVerdict): string[] =>
  reason.trim() === '' ? ['reason: a reason is expected'] : [];

const rehearse =
  (what: string) =>
  (_: unknown, draw: SeededRandom): JudgeVerdict => ({
    reason: `A mock judgement of ${what}.`,
    score: draw.int(5, 10),
  });

const DOCUMENTS = '[{"name": "get_uuid", "description": "Returns a UUID."}]';
const shared = { documents: z.string(), query: z.string() };
const EXAMPLE = { documents: DOCUMENTS, query: 'I need a new id.' };

/** A prompt about the thoughts of a trajectory. */
const aboutThoughts = (name: 'integrity' | 'focus' | 'validity') =>
  definePrompt({
    id: `tooleyes/judge/${name}`,
    input: z.strictObject({ ...shared, thoughts: z.string() }),
    example: { ...EXAMPLE, thoughts: 'Turn 1:\nI call get_uuid.' },
    answer: { output: verdictSchema, rules, rehearse: rehearse(name) },
  });

export const integrity = aboutThoughts('integrity');
export const focus = aboutThoughts('focus');
export const validity = aboutThoughts('validity');

export const answer = definePrompt({
  id: 'tooleyes/judge/answer',
  input: z.strictObject({ ...shared, answer: z.string() }),
  example: { ...EXAMPLE, answer: 'Here it is.' },
  answer: { output: verdictSchema, rules, rehearse: rehearse('the answer') },
});

export const choice = definePrompt({
  id: 'tooleyes/judge/choice',
  input: z.strictObject({ documents: z.string(), thought: z.string(), tool: z.string() }),
  example: { documents: DOCUMENTS, thought: 'I need an id.', tool: 'get_uuid' },
  answer: { output: verdictSchema, rules, rehearse: rehearse('the choice') },
});

export const toolEyesJudges = [answer, choice, integrity, focus, validity];
