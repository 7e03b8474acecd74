import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import type { UltraToolLanguage } from '../../core/ultratool/records.js';
import { goldAnswer } from '../../transforms/ultratool/scoring/gold-answer.js';
import { meansOf, scoreKeys, scoresOf } from '../../transforms/ultratool/scoring/judged-scores.js';
import type { PredictionShape } from '../../transforms/ultratool/scoring/list-text.js';
import { probesOf } from '../../transforms/ultratool/scoring/probes.js';
import {
  OFFLINE_TASKS,
  scoreAnswers,
  type OfflineTask,
  type TaskScore,
} from '../../transforms/ultratool/scoring/score-answers.js';
import { readCreationJudgements, readPlanJudgements } from './judgement-files.js';
import { LANGUAGE_FOLDERS, shapeOfModel } from './prediction-files.js';
import { readPredictions, type TestRecord } from './predictions.js';
import { readTestSet, taskFile, type ScoredTask, type TestSet } from './test-sets.js';

/** Figures of one kind of predictions for one test set. */
export interface UltraToolRow {
  /** `gold`, a kind of wrong predictions, or a model's name. */
  readonly predictions: string;
  readonly shape: PredictionShape;
  readonly language: UltraToolLanguage | undefined;
  readonly score: TaskScore;
}

/** Means of a judge's scores by their published names. */
export interface JudgedRow {
  readonly predictions: string;
  readonly language: UltraToolLanguage;
  readonly task: 'planning' | 'tool_creation';
  readonly judged: number;
  readonly means: Readonly<Record<string, number>> | null;
}

export interface UltraToolScores {
  readonly rows: readonly UltraToolRow[];
  readonly judged: readonly JudgedRow[];
}

const isOffline = (task: ScoredTask): task is OfflineTask =>
  (OFFLINE_TASKS as readonly string[]).includes(task);

interface Answered {
  readonly reference: unknown;
  readonly answer: unknown;
}

/** The reference was read by the schema of its task. */
const scored = (task: OfflineTask, records: readonly Answered[], shape: PredictionShape): TaskScore =>
  scoreAnswers(task, records as never, shape);

/** Scores the gold in both shapes, and wrong predictions of each kind in shape G. @throws SOURCE_UNREADABLE */
export async function scoreGold(sets: readonly TestSet[]): Promise<UltraToolScores> {
  const rows: UltraToolRow[] = [];
  for (const set of sets) {
    const { task, language } = set;
    if (!isOffline(task)) continue;
    const records = await readTestSet(set);
    const add = (predictions: string, shape: PredictionShape, answers: readonly string[]): void => {
      const answered = records.map(({ reference }, at) => ({ reference, answer: [answers[at] ?? ''] }));
      rows.push({ predictions, shape, language, score: scored(task, answered, shape) });
    };
    const gold = records.map(({ reference }) => goldAnswer(reference));
    add('gold', 'G', gold);
    add('gold', 'O', gold);
    const probes = records.map(({ reference }) => probesOf(reference as never, task));
    for (const [at, [name]] of (probes[0] ?? []).entries())
      add(
        name,
        'G',
        probes.map((of) => of[at]?.[1] ?? ''),
      );
  }
  return { rows, judged: [] };
}

/**
 * Scores a folder of predictions: `predictions/` of the published scripts, or the folder of one language or model.
 * @throws RESPONSES_UNMATCHED where no file belongs to a test set, or a file's gold is another; SOURCE_UNREADABLE
 */
export async function scoreModels(sets: readonly TestSet[], folder: string): Promise<UltraToolScores> {
  const rows: UltraToolRow[] = [];
  const judged: JudgedRow[] = [];
  for (const { model, language, place } of await modelFolders(folder)) {
    const shape = shapeOfModel(model);
    for (const set of sets) {
      if (set.language !== undefined && language !== undefined && set.language !== language) continue;
      const spoken = language ?? set.language;
      const path = await taskFile(place, set.task);
      if (path !== undefined && isOffline(set.task)) {
        const predicted = await readPredictions(path, shape);
        assertSame(
          path,
          await readTestSet(set),
          predicted.map(({ record }) => record),
        );
        const answers = predicted.map(({ record, answer }) => ({ reference: record.reference, answer }));
        rows.push({ predictions: model, shape, language: spoken, score: scored(set.task, answers, shape) });
      }
      if (!isOffline(set.task) && spoken !== undefined)
        judged.push(...(await judgedRow(place, { predictions: model, task: set.task, language: spoken })));
    }
  }
  if (rows.length + judged.length === 0)
    throw unmatched(folder, 'no prediction file of a task that is there');
  return { rows, judged };
}

/** The means of a model's judged task, where its judgements are there. @throws SOURCE_UNREADABLE */
async function judgedRow(
  place: string,
  row: Pick<JudgedRow, 'predictions' | 'task' | 'language'>,
): Promise<readonly JudgedRow[]> {
  const { task, language } = row;
  const read = task === 'planning' ? readPlanJudgements : readCreationJudgements;
  const scores = await read(place, (judgement) => scoresOf(task, language, judgement));
  if (scores === undefined) return [];
  const means = meansOf(task, scores);
  const named =
    means && Object.fromEntries(scoreKeys(task, language).map((key, at) => [key, means[at] ?? 0]));
  return [{ ...row, judged: scores.length, means: named }];
}

interface ModelFolder {
  readonly model: string;
  readonly language: UltraToolLanguage | undefined;
  readonly place: string;
}

/** A folder with prediction files is of one model; else its folders are of models or of languages. */
async function modelFolders(folder: string): Promise<readonly ModelFolder[]> {
  const foldersIn = async (place: string): Promise<string[]> =>
    (await readdir(place, { withFileTypes: true }).catch(() => []))
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort();
  const languages = Object.entries(LANGUAGE_FOLDERS) as [UltraToolLanguage, string][];
  const spoken = (name: string): UltraToolLanguage | undefined =>
    languages.find(([, own]) => own === name)?.[0];
  const models = async (
    place: string,
    language: UltraToolLanguage | undefined,
  ): Promise<readonly ModelFolder[]> =>
    (await foldersIn(place)).map((model) => ({ model, language, place: join(place, model) }));
  for (const place of [folder, join(folder, 'predictions')]) {
    const found: ModelFolder[] = [];
    for (const [language, name] of languages) found.push(...(await models(join(place, name), language)));
    if (found.length > 0) return found;
  }
  const files = await readdir(folder).catch(() => []);
  if (files.some((name) => name.endsWith('.json')))
    return [{ model: basename(folder), language: spoken(basename(join(folder, '..'))), place: folder }];
  return models(folder, spoken(basename(folder)));
}

/** The published scripts take the gold from the prediction file; here it must be the test set's. */
function assertSame(path: string, gold: readonly TestRecord[], given: readonly TestRecord[]): void {
  const text = (record: TestRecord | undefined): string => JSON.stringify(record?.reference);
  if (given.length !== gold.length)
    throw unmatched(path, `${given.length} lines; the test set has ${gold.length}`);
  const at = given.findIndex((record, line) => text(record) !== text(gold[line]));
  if (at !== -1) throw unmatched(`${path}:${at + 1}`, 'a reference that is not the one of this line');
}

const unmatched = (where: string, found: string): BenchwrightError =>
  new BenchwrightError('RESPONSES_UNMATCHED', {
    expected: 'predictions/<language>-dataset/<model>/<task>.json, with the lines of the test set',
    found,
    where,
    next: 'Give the predictions for these test sets, line by line.',
  });
