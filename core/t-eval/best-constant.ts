import { REVIEW_LABELS, type ReviewLabel } from './query.js';

/** The answer of REVIEW that is right most often, and what giving it always scores. */
export function bestConstant(records: Readonly<Record<ReviewLabel, number>>): {
  readonly answer: ReviewLabel;
  readonly score: number;
} {
  const answer = REVIEW_LABELS.reduce((best, label) => (records[label] > records[best] ? label : best));
  const all = REVIEW_LABELS.reduce((sum, label) => sum + records[label], 0);
  return { answer, score: records[answer] / Math.max(1, all) };
}
