import type { UltraToolLanguage } from '../../core/ultratool/records.js';
import {
  meansOf,
  scoreKeys,
  scoresOf,
  type JudgedTask,
} from '../../transforms/ultratool/scoring/judged-scores.js';
import { readCreationJudgements, readPlanJudgements } from './judgement-files.js';

/** Means of a judge's scores by their published names. */
export interface JudgedRow {
  readonly predictions: string;
  readonly language: UltraToolLanguage;
  readonly task: JudgedTask;
  /** The judge that was asked now; undefined for judgements found beside the predictions. */
  readonly judge?: string;
  readonly judged: number;
  readonly means: Readonly<Record<string, number>> | null;
}

/** The means of a model's judged task, if its judgements exist. @throws SOURCE_UNREADABLE */
export async function judgedRow(
  place: string,
  row: Pick<JudgedRow, 'predictions' | 'task' | 'language' | 'judge'>,
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
