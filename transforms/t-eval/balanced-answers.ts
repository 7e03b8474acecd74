import { seededRandom } from '../../core/random.js';
import { REVIEW_LABELS, type ReviewLabel } from '../../core/t-eval/query.js';

/** A record of REVIEW with its answer. */
export interface AnsweredRecord {
  readonly id: string;
  readonly answer: ReviewLabel;
}

/** Fewer records are no test; a smaller run keeps all. */
const LEAST = 20;

/**
 * The records of REVIEW that stay, so that no answer has more than a share of the file: of each answer that is too
 * frequent as many as fit, drawn by seed. All of them where no such choice leaves enough.
 * @param most share, above 0
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

/** The most records of one answer with which none has more than its share; undefined if too few would stay. */
function largestCap(counts: readonly number[], most: number): number | undefined {
  const largest = Math.max(...counts);
  for (let cap = largest; cap > 0; cap -= 1) {
    const total = counts.reduce((sum, count) => sum + Math.min(count, cap), 0);
    if (total < LEAST) return undefined;
    // Shares are decimal fractions: 2 of 5 are 0.4.
    if (cap <= most * total + 1e-9) return cap;
  }
  return undefined;
}
