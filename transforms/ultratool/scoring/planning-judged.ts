import type { PlanningRecord } from '../../../core/ultratool/records.js';
import { pythonStrip } from '../../python/text.js';

/** The input of a judge of plans. */
export interface PlanToJudge {
  readonly question: string;
  readonly reference: string;
  readonly answer: string;
}

/** Special tokens of chat models, longer ones first. */
const MARKS = ['<|im_end|>', '<|im_end|', '<|im_start|>', '<|im_start|'];
const START = '1. ';
const PARAGRAPH = '\n\n';

/**
 * A planning record in the form that its judge sees (formats/ultratool.md 7). @param answer the value of `init output`
 */
export const planToJudge = ({ input, reference }: PlanningRecord, answer: unknown): PlanToJudge => ({
  question: input,
  reference,
  answer: planOf(textOf(answer)),
});

const textOf = (answer: unknown): string => {
  const first: unknown = Array.isArray(answer) ? answer[0] : answer;
  return typeof first === 'string' ? first : '';
};

/** The plan in an answer, without the text before it and without a last paragraph that is not a step. */
function planOf(answer: string): string {
  const text = MARKS.reduce((one, mark) => one.replaceAll(mark, ''), answer);
  if (pythonStrip(text).startsWith(START)) return text;
  const start = text.indexOf(START);
  const plan = start === -1 ? text : text.slice(start);
  const paragraphs = plan.split(PARAGRAPH);
  const last = paragraphs.at(-1) ?? '';
  return paragraphs.length > 1 && last !== '' && !/^[0-9]/.test(last)
    ? paragraphs.slice(0, -1).join(PARAGRAPH)
    : plan;
}
