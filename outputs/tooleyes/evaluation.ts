import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { JudgedRecord } from '../../core/tooleyes/judgement.js';
import type { TrajectoryRecord } from '../../core/tooleyes/trajectory.js';
import { readJudgedRecords, readTrajectories } from '../../sources/tooleyes/read-records.js';
import { trajectoriesFile } from './write-files.js';
import { scoreRun, type RunScore } from '../../transforms/tooleyes/scoring/score-run.js';

/** In an export: the reference trajectories, and the folder that ToolEyes' evaluator writes to. */
export const REFERENCE = 'reference';
export const TRAJECTORIES_FILE = trajectoriesFile(REFERENCE);
export const EVALUATION_FOLDER = 'evaluation';

/** Trajectories of one file with their judgements. */
export interface EvaluatedFile {
  /** `reference` of `reference.json`. */
  readonly name: string;
  readonly file: string;
  readonly records: readonly TrajectoryRecord[];
  /** Of `tmp/<name>_res.jsonl`: the evaluator's cache. */
  readonly judged: readonly JudgedRecord[];
}

/** What the evaluator calls its cache for a file of trajectories, in its folder. */
export const cacheFile = (evaluation: string, name: string): string =>
  join(evaluation, 'tmp', `${name}_res.jsonl`);

/** A file's name as the evaluator uses it: cut at `.json`. */
export const nameOfFile = (file: string): string => basename(file).split('.json')[0] ?? '';

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Where judgements of a file lie: in the evaluator's folder beside it or above it. */
async function evaluationOf(file: string, name: string): Promise<string | undefined> {
  for (const folder of [
    dirname(file),
    join(dirname(file), '..', EVALUATION_FOLDER),
    join(dirname(file), EVALUATION_FOLDER),
  ])
    if (await isThere(cacheFile(folder, name))) return folder;
  return undefined;
}

/**
 * Files of trajectories with their judgements: one file, or all of a folder.
 * @param evaluation the evaluator's folder; absent: looked for beside the files
 * @throws SOURCE_UNREADABLE
 */
export async function readEvaluated(place: string, evaluation?: string): Promise<EvaluatedFile[]> {
  const files = (await stat(place)).isDirectory()
    ? (await readdir(place))
        .filter((name) => /\.jsonl?$/.test(name) && !name.includes('_res.'))
        .sort()
        .map((name) => join(place, name))
    : [place];
  const found: EvaluatedFile[] = [];
  for (const file of files) {
    const name = nameOfFile(file);
    const folder = evaluation ?? (await evaluationOf(file, name));
    const cache = folder && cacheFile(folder, name);
    found.push({
      ...{ name, file, records: await readTrajectories(file) },
      judged: cache && (await isThere(cache)) ? await readJudgedRecords(cache) : [],
    });
  }
  return found;
}

/** Figures of a file. */
export const scoreFile = ({ records, judged }: EvaluatedFile): RunScore =>
  scoreRun(
    records.map(({ id, scenario }) => ({ id, scenario })),
    judged,
  );
