import { join } from 'node:path';
import type { JudgedRecord } from '../../core/tooleyes/judgement.js';
import type { TrajectoryRecord } from '../../core/tooleyes/trajectory.js';
import { scoreRun, type RunScore } from '../../transforms/tooleyes/scoring/score-run.js';
import { trajectoriesFile } from './write-files.js';

/** In an export: the name of the reference trajectories, and the folder that ToolEyes' evaluator writes to. */
export const REFERENCE = 'reference';
export const TRAJECTORIES_FILE = trajectoriesFile(REFERENCE);
export const EVALUATION_FOLDER = 'evaluation';

/** The name of the evaluator's cache for a file of trajectories, in its folder. */
export const cacheFile = (evaluation: string, name: string): string =>
  join(evaluation, 'tmp', `${name}_res.jsonl`);

/** The trajectories of one file with their judgements. */
export interface EvaluatedFile {
  /** `reference` of `reference.json`. */
  readonly name: string;
  readonly records: readonly TrajectoryRecord[];
  /** The content of `tmp/<name>_res.jsonl`, the evaluator's cache. */
  readonly judged: readonly JudgedRecord[];
}

/** The figures of a file. */
export const scoreFile = ({ records, judged }: Pick<EvaluatedFile, 'records' | 'judged'>): RunScore =>
  scoreRun(
    records.map(({ id, scenario }) => ({ id, scenario })),
    judged,
  );
