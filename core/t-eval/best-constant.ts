import { REVIEW_LABELS, type ReviewLabel } from './query.js';

/** The most frequent answer of REVIEW, and the score of always giving it. */
export function bestConstant(records: Readonly<Record<ReviewLabel, number>>): {
  readonly answer: ReviewLabel;
  readonly score: number;
} {
  const answer = REVIEW_LABELS.reduce((best, label) => (records[label] > records[best] ? label : best));
  const all = REVIEW_LABELS.reduce((sum, label) => sum + records[label], 0);
  return { answer, score: records[answer] / Math.max(1, all) };
}
