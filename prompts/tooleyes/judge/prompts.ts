import * as z from 'zod';
import type { SeededRandom } from '../../../core/random.js';
import { definePrompt } from '../../definition.js';

/** What a judge answers about a part of a trajectory. */
const verdict = z.strictObject({ reason: z.string(), score: z.int().min(1).max(10) });
export type EyesVerdict = z.infer<typeof verdict>;

const answerOf = <I>(what: string, judged: (input: I) => string) => ({
  output: verdict,
  /** A score says little without its reason. */
  rules: (_: I, { reason }: EyesVerdict): string[] =>
    reason.trim() === '' ? ['reason: a reason is expected'] : [],
  rehearse: (input: I, draw: SeededRandom): EyesVerdict => ({
    reason: `The ${what} is judged by its ${judged(input).length} letters.`,
    score: judged(input).trim() === '' ? 1 : draw.int(6, 9),
  }),
});

const EXAMPLE = {
  documents: '[{"name": "get_uuid", "description": "Returns a UUID."}]',
  query: 'I need a new id.',
};

const answerInput = z.strictObject({ documents: z.string(), query: z.string(), answer: z.string() });
type AnswerInput = z.infer<typeof answerInput>;
const choiceInput = z.strictObject({ documents: z.string(), thought: z.string(), tool: z.string() });
type ChoiceInput = z.infer<typeof choiceInput>;
const thoughtsInput = z.strictObject({ documents: z.string(), query: z.string(), thoughts: z.string() });
export type ThoughtsInput = z.infer<typeof thoughtsInput>;

/** Scores the final answer: `relavance`. */
export const judgeAnswer = definePrompt<AnswerInput, EyesVerdict>({
  id: 'tooleyes/judge/answer',
  input: answerInput,
  example: { ...EXAMPLE, answer: 'It is 6f1c.' },
  answer: answerOf('answer', ({ answer }) => answer),
});

/** Scores the tool of one message: `action_thought_match`. */
export const judgeToolChoice = definePrompt<ChoiceInput, EyesVerdict>({
  id: 'tooleyes/judge/tool-choice',
  input: choiceInput,
  example: { documents: EXAMPLE.documents, thought: 'I fetch an id.', tool: 'get_uuid' },
  answer: answerOf('choice of a tool', ({ tool }) => tool),
});

const ofThoughts = (name: string) =>
  definePrompt<ThoughtsInput, EyesVerdict>({
    id: `tooleyes/judge/${name}`,
    input: thoughtsInput,
    example: { ...EXAMPLE, thoughts: 'Turn 1:\nI fetch an id.' },
    answer: answerOf(name, ({ thoughts }) => thoughts),
  });

/** Scores thoughts as reasoning: `thought_quality`. */
export const judgeIntegrity = ofThoughts('integrity');
/** Scores thoughts by the user's intent: `thought_foucus`. */
export const judgeFocus = ofThoughts('focus');
/** Scores thoughts as a plan: `thought_validity`. */
export const judgeValidity = ofThoughts('validity');

export const toolEyesJudges = [judgeAnswer, judgeToolChoice, judgeIntegrity, judgeFocus, judgeValidity];
