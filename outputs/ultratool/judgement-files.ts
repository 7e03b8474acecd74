import { access } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { canonicalJson } from '../../core/canonical.js';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { recordOf } from '../../core/own-record.js';
import { numberOfStep } from '../../core/ultratool/records.js';
import { countedScores, type JudgedStep } from '../../transforms/ultratool/scoring/creation-judged.js';
import type { JudgedTask } from '../../transforms/ultratool/scoring/judged-scores.js';
import { jsonLinesOf } from '../json-lines.js';
import { taskFile } from './test-sets.js';
import { writeJson } from '../../core/json.js';

type ScoresOf = (judgement: unknown) => readonly number[];

const planLine = z.looseObject({ eval: z.unknown() });
const golden = z.array(z.looseObject({ step: z.string() }));
const processedLine = z.looseObject({ golden });
const keyedLine = z.looseObject({
  data: recordOf(z.unknown()),
  step: z.string().optional(),
  eval: z.unknown(),
});
const creationLine = z.looseObject({ data: z.unknown(), step: z.string(), eval: z.unknown() });

/**
 * Scores of `eval/planning_eval.json`, record by record.
 * @returns undefined if a model has no such file
 * @throws SOURCE_UNREADABLE
 */
export async function readPlanJudgements(
  model: string,
  scoresOf: ScoresOf,
): Promise<readonly (readonly number[])[] | undefined> {
  const path = await taskFile(join(model, 'eval'), 'planning_eval');
  if (path === undefined) return undefined;
  return linesOf(path, planLine, (line) => scoresOf(line.eval));
}

/**
 * Scores of `eval/tool_creation_eval.json` for the records of `eval/tool_creation_post_process.json`, joined like in
 * the published scorer: by the JSON text of the record, with its order of fields (formats/ultratool.md 7).
 * @returns undefined if one of the files is missing
 * @throws SOURCE_UNREADABLE
 */
export async function readCreationJudgements(
  model: string,
  scoresOf: ScoresOf,
): Promise<readonly (readonly number[])[] | undefined> {
  const folder = join(model, 'eval');
  const processed = join(folder, 'tool_creation_post_process.json');
  const judged = join(folder, 'tool_creation_eval.json');
  if (!(await isThere(processed)) || !(await isThere(judged))) return undefined;
  const byRecord = new Map<string, JudgedStep[]>();
  await linesOf(judged, creationLine, ({ data, step, eval: judgement }) => {
    const key = writeJson(data);
    const steps = byRecord.get(key) ?? [];
    byRecord.set(key, [...steps, { step, scores: scoresOf(judgement) }]);
  });
  const records = await linesOf(processed, processedLine, (line) =>
    countedScores(line.golden as never, byRecord.get(writeJson(line)) ?? []),
  );
  return records.flat();
}

/** The fields that post-processing adds to a prediction. */
const PROCESSED: ReadonlySet<string> = new Set(['golden', 'pred', 'pred_need_eval']);

/** Identifies what a judgement is about: a prediction as in its file, and in tool creation the number of a step. */
export const judgementKey = ({ data, step }: { readonly data: object; readonly step?: string }): string =>
  canonicalJson([
    Object.entries(data).filter(([name]) => !PROCESSED.has(name)),
    step === undefined ? null : numberOfStep(step),
  ]);

/**
 * Scores of a file of judgements by `judgementKey`.
 * @returns undefined if a model has no such file
 * @throws SOURCE_UNREADABLE
 */
export async function readJudgements(
  model: string,
  task: JudgedTask,
  scoresOf: ScoresOf,
): Promise<ReadonlyMap<string, readonly number[]> | undefined> {
  const path = await taskFile(join(model, 'eval'), `${task}_eval`);
  if (path === undefined) return undefined;
  return new Map(
    await linesOf(path, keyedLine, (line) => [judgementKey(line as never), scoresOf(line.eval)] as const),
  );
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

async function linesOf<L extends z.ZodType, T>(
  path: string,
  schema: L,
  take: (line: z.infer<L>) => T,
): Promise<T[]> {
  const found: T[] = [];
  try {
    // The parsed line itself, not the schema's copy, because records are joined by their order of fields.
    for await (const line of jsonLinesOf<unknown>(path)) {
      schema.parse(line);
      found.push(take(line as z.infer<L>));
    }
  } catch (error) {
    throw new BenchwrightError(
      'SOURCE_UNREADABLE',
      {
        expected: 'judgements as the published scripts write them',
        found: error instanceof z.ZodError ? z.prettifyError(error) : String(error),
        where: `${path}:${found.length + 1}`,
        next: 'Judge the predictions again, or give the whole files.',
      },
      { cause: error },
    );
  }
  return found;
}
