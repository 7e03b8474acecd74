import { ASPECTS, type JudgedTask } from './judged-scores.js';

/** Scores of one judgement by the judge and by a person, in the order of `ASPECTS`. */
export interface ScoredTwice {
  readonly judge: readonly number[];
  readonly person: readonly number[];
}

/** How far a judge goes with people in one aspect; null where the scores say nothing about it. */
export interface JudgeAgreement {
  readonly aspect: string;
  readonly pairs: number;
  /** Share of equal scores, and of those that differ by one at most. */
  readonly same: number | null;
  readonly withinOne: number | null;
  /** Judge less person, as a mean: above 0 the judge is kinder. */
  readonly bias: number | null;
  /** Pearson's r; null where one of the two gave one score only. */
  readonly correlation: number | null;
  /** Cohen's kappa with quadratic weights: 1 for equal scores, 0 for what chance gives. */
  readonly weightedKappa: number | null;
}

/** Compares a judge with people in each aspect of a task. */
export const judgeAgreement = (task: JudgedTask, scored: readonly ScoredTwice[]): readonly JudgeAgreement[] =>
  ASPECTS[task].map(([aspect], at) => {
    const pairs = scored.flatMap(({ judge, person }): (readonly [number, number])[] => {
      const [a, b] = [judge[at], person[at]];
      return a === undefined || b === undefined ? [] : [[a, b]];
    });
    return { aspect, pairs: pairs.length, ...figuresOf(pairs) };
  });

function figuresOf(pairs: readonly (readonly [number, number])[]): Omit<JudgeAgreement, 'aspect' | 'pairs'> {
  const mean = (of: (pair: readonly [number, number]) => number): number | null =>
    pairs.length === 0 ? null : pairs.reduce((sum, pair) => sum + of(pair), 0) / pairs.length;
  const [judge, person] = [mean(([a]) => a) ?? 0, mean(([, b]) => b) ?? 0];
  const variance = (mean(([a]) => (a - judge) ** 2) ?? 0) * (mean(([, b]) => (b - person) ** 2) ?? 0);
  const together = mean(([a, b]) => (a - judge) * (b - person)) ?? 0;
  const apart = mean(([a, b]) => (a - b) ** 2) ?? 0;
  // The mean square difference of each judge's score to each person's.
  const byChance =
    (mean(([a]) => (a - judge) ** 2) ?? 0) +
    (mean(([, b]) => (b - person) ** 2) ?? 0) +
    (judge - person) ** 2;
  return {
    same: mean(([a, b]) => Number(a === b)),
    withinOne: mean(([a, b]) => Number(Math.abs(a - b) <= 1)),
    bias: mean(([a, b]) => a - b),
    correlation: variance === 0 ? null : together / Math.sqrt(variance),
    weightedKappa: byChance === 0 ? null : 1 - apart / byChance,
  };
}
