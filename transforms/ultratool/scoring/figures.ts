import { numpyMean, numpyRound4, pythonRound4 } from './numpy.js';

/** The score of each gold step in a record. */
export interface ScoredRecord {
  /** 0 or 1 for labels and names, a similarity for usage. */
  readonly steps: readonly number[];
  /** Why the published scorer would raise an exception here; what it cannot compare counts as wrong. */
  readonly stops: readonly string[];
}

/** A task's figures, rounded as published. */
export interface TaskFigures {
  /** Share of records in which every step is right; absent for tool usage. */
  readonly global?: number;
  /** Mean over all steps of all records; null if there are none, where the published scorer stops. */
  readonly local: number | null;
}

/** Figures of tasks whose steps are right or wrong. */
export function accuracies(records: readonly ScoredRecord[]): TaskFigures {
  const steps = records.flatMap((record) => record.steps);
  const right = records.filter((record) => record.steps.every((step) => step === 1)).length;
  return {
    ...(records.length === 0 ? {} : { global: pythonRound4(right / records.length) }),
    local: steps.length === 0 ? null : numpyRound4(numpyMean(steps)),
  };
}

/** Tool usage: a record without gold steps counts as one step of 0. */
export function meanSimilarity(records: readonly ScoredRecord[]): TaskFigures {
  const steps = records.flatMap((record) => (record.steps.length === 0 ? [0] : record.steps));
  return { local: steps.length === 0 ? null : numpyRound4(numpyMean(steps)) };
}
