import { stepReviewSchema, type StepReview } from '../../core/t-eval/annotation.js';
import { labelDefinitions } from '../../core/t-eval/label-definitions.js';
import { inBoth } from './in-both.js';
import { rehearsedReview } from './rehearsed-reviews.js';
import { reviewResponseInputSchema, type ReviewResponseInput } from './schemas.js';

const DOCUMENT =
  '{"name":"Stay.search_places","description":"Finds places to stay.","required_parameters":[{"name":"place","type":"STRING","description":"The town."}],"optional_parameters":[],"return_data":[]}';

const EXAMPLES: Readonly<Record<'en' | 'zh', ReviewResponseInput>> = {
  en: {
    query: 'Where can I stay in Lyon?',
    document: DOCUMENT,
    labels: labelDefinitions('en'),
    goal: 'Find places to stay in Lyon.',
    name: 'Stay.search_places',
    args: '{"place":"Lyon"}',
    response: '{"places":[]}',
  },
  zh: {
    query: '里昂有什么住处？',
    document: DOCUMENT,
    labels: labelDefinitions('zh'),
    goal: '查找里昂的住处。',
    name: 'Stay.search_places',
    args: '{"place":"里昂"}',
    response: '{"places":[]}',
  },
};

/** The reviewer's judgement of a response (paper, figure 8), with its kind (appendix C.6). */
export const reviewResponse = inBoth<ReviewResponseInput, StepReview>('review-response', (language) => ({
  input: reviewResponseInputSchema,
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
