import * as z from 'zod';
import type { SeededRandom } from '../../../core/random.js';
import { definePrompt } from '../../definition.js';

const aspect = z.strictObject({ reason: z.string(), score: z.int().min(1).max(10) });
type Aspect = z.infer<typeof aspect>;

const shown = {
  question: z.string(),
  reference: z.string(),
  answer: z.string(),
  /** Language of the reasons: `English`, `Chinese`. */
  language: z.string(),
};
const inputSchema = z.strictObject(shown);
export type JudgeInput = z.infer<typeof inputSchema>;

const planOutput = z.strictObject({
  accuracy: aspect,
  completeness: aspect,
  executability: aspect,
  syntacticSoundness: aspect,
  structuralRationality: aspect,
  efficiency: aspect,
  overall: aspect,
});
export type PlanJudgement = z.infer<typeof planOutput>;

const toolOutput = z.strictObject({
  formatCompliance: aspect,
  accuracy: aspect,
  contentReasonableness: aspect,
  executability: aspect,
  richness: aspect,
  overall: aspect,
});
export type ToolJudgement = z.infer<typeof toolOutput>;

/** Scores without a reason are rejected. */
const reasonsMissing = (_: JudgeInput, judgement: Readonly<Record<string, Aspect>>): string[] =>
  Object.entries(judgement).flatMap(([name, { reason }]) =>
    reason.trim() === '' ? [`${name}: a reason is expected`] : [],
  );

const rehearsed = (name: string, { answer, reference }: JudgeInput, draw: SeededRandom): Aspect => ({
  reason: `The ${name} is judged beside a reference of ${reference.length} letters.`,
  score: answer.trim() === '' ? 1 : draw.int(6, 9),
});

const EXAMPLE = { question: 'Wake me at seven.', language: 'English' };

/** Scores a plan in seven aspects (formats/ultratool.md 7). */
export const judgePlan = definePrompt<JudgeInput, PlanJudgement>({
  id: 'ultratool/judge/planning',
  input: inputSchema,
  example: {
    ...EXAMPLE,
    reference: '1. Set the alarm\n1.1 Set an alarm (Time: 7:00)',
    answer: '1. Set an alarm\n1.1 Add it for 7:00',
  },
  answer: {
    output: planOutput,
    rules: reasonsMissing,
    rehearse: (input, draw) => ({
      accuracy: rehearsed('accuracy', input, draw),
      completeness: rehearsed('completeness', input, draw),
      executability: rehearsed('executability', input, draw),
      syntacticSoundness: rehearsed('syntax', input, draw),
      structuralRationality: rehearsed('structure', input, draw),
      efficiency: rehearsed('efficiency', input, draw),
      overall: rehearsed('whole', input, draw),
    }),
  },
});

/** Scores a created tool in six aspects (formats/ultratool.md 7). */
export const judgeTool = definePrompt<JudgeInput, ToolJudgement>({
  id: 'ultratool/judge/tool-creation',
  input: inputSchema,
  example: {
    ...EXAMPLE,
    question: 'Set an alarm (Time: 7:00)',
    reference: '{"name":"set_alarm"}',
    answer: '{"name":"alarm"}',
  },
  answer: {
    output: toolOutput,
    rules: reasonsMissing,
    rehearse: (input, draw) => ({
      formatCompliance: rehearsed('format', input, draw),
      accuracy: rehearsed('accuracy', input, draw),
      contentReasonableness: rehearsed('content', input, draw),
      executability: rehearsed('executability', input, draw),
      richness: rehearsed('richness', input, draw),
      overall: rehearsed('whole', input, draw),
    }),
  },
});

export const ultraToolJudges = [judgePlan, judgeTool];
