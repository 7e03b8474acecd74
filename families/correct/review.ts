import { correctReview } from '../../transforms/correct/record-review.js';
import type { ReviewKind } from '../parts/review.js';

/** Published records; each holds its tools. */
export const recordKind: ReviewKind = {
  view: 'record',
  checks: () => Promise.resolve(correctReview),
  fields: undefined,
};
