import { seededRandom } from '../../core/random.js';
import { REVIEW_LABELS, type ReviewLabel } from '../../core/t-eval/query.js';

/** A REVIEW record with its answer. */
export interface AnsweredRecord {
  readonly id: string;
  readonly answer: ReviewLabel;
}

/** A file with fewer records is not balanced, and all records are kept. */
const LEAST = 20;

/**
 * The REVIEW records to keep, so that no answer exceeds its share of the file. Records with a too frequent answer are
 * sampled by seed. If too few records would remain, all are kept.
 * @param most maximum share, above 0
 */
export function balancedAnswers(
  records: readonly AnsweredRecord[],
  most: number,
  seed: number,
): ReadonlySet<string> {
  const strata = REVIEW_LABELS.map((answer) => ({
    answer,
    ids: records.flatMap((record) => (record.answer === answer ? [record.id] : [])),
  }));
  const cap = largestCap(
    strata.map(({ ids }) => ids.length),
    most,
  );
  if (cap === undefined) return new Set(records.map(({ id }) => id));
  return new Set(
    strata.flatMap(({ answer, ids }) =>
      ids.length <= cap ? ids : seededRandom(seed, 't-eval/review-balance', answer).sample(ids, cap),
    ),
  );
}

/**
 * The largest number of records per answer that keeps each answer within its share; undefined if too few would remain.
 */
function largestCap(counts: readonly number[], most: number): number | undefined {
  const largest = Math.max(...counts);
  for (let cap = largest; cap > 0; cap -= 1) {
    const total = counts.reduce((sum, count) => sum + Math.min(count, cap), 0);
    if (total < LEAST) return undefined;
    // The tolerance is for decimal fractions: 2 of 5 is 0.4.
    if (cap <= most * total + 1e-9) return cap;
  }
  return undefined;
}
