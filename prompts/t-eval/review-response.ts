import * as z from 'zod';
import { stepReviewSchema, type StepReview } from '../../core/t-eval/annotation.js';
import { inBoth } from './in-both.js';
import { rehearsedReview } from './rehearsed-reviews.js';

const inputSchema = z.strictObject({
  goal: z.string(),
  /** Full API name. */
  name: z.string(),
  /** Arguments and response as JSON. */
  args: z.string(),
  response: z.string(),
  /** The response's kind if known. For mock runs only: it is not in the text, and a model must find it. */
  kind: z.enum(['A', 'B', 'C', 'D', 'E']).exactOptional(),
});
export type ReviewResponseInput = z.infer<typeof inputSchema>;

const EXAMPLES: Readonly<Record<'en' | 'zh', ReviewResponseInput>> = {
  en: {
    goal: 'Find places to stay in Lyon.',
    name: 'Stay.search_places',
    args: '{"place":"Lyon"}',
    response: '{"places":[]}',
  },
  zh: {
    goal: '查找里昂的住处。',
    name: 'Stay.search_places',
    args: '{"place":"里昂"}',
    response: '{"places":[]}',
  },
};

/** The reviewer's judgement of a response (paper, figure 8), with its kind (appendix C.6). */
export const reviewResponse = inBoth<ReviewResponseInput, StepReview>('review-response', (language) => ({
  input: inputSchema,
  example: EXAMPLES[language],
  answer: {
    output: stepReviewSchema,
    rules: (_, { thought, is_finished, label }) => [
      ...(thought.trim() === '' ? ['the thought is empty'] : []),
      ...(is_finished === (label === 'A')
        ? []
        : [`is_finished is ${is_finished} and the label ${label}: it is true with A and with no other`]),
    ],
    rehearse: (input, draw) => rehearsedReview(input, language, draw),
  },
}));
