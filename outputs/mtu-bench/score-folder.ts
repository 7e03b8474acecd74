import { createReadStream } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { SETTINGS, type Setting } from '../../core/item.js';
import {
  goldAsPrediction,
  goldInsideLongerStrings,
  goldReversed,
  goldWithEmptyValues,
  goldWithSpuriousCall,
  neverCall,
} from '../../transforms/scoring/mtu-bench/prediction-text.js';
import {
  scoreSetting,
  type GoldRecord,
  type SettingScores,
} from '../../transforms/scoring/mtu-bench/score.js';

const recordSchema = z.object({
  id: z.string().min(1),
  answer: z.record(z.string(), z.record(z.string(), z.unknown())),
});
const responseSchema = z.object({ id: z.string().min(1), response: z.string() });

/** The gold itself, and predictions that no measure should reward (formats/mtu-bench.md 4): what the scorer cannot see. */
export const PROBES = {
  gold: goldAsPrediction,
  'never call': () => neverCall(),
  'calls in reverse order': (_setting, answer) => goldReversed(answer),
  'one spurious call more': (_setting, answer) => goldWithSpuriousCall(answer),
  'every value empty': (_setting, answer) => goldWithEmptyValues(answer),
  'values inside longer strings': (_setting, answer) => goldInsideLongerStrings(answer),
} as const satisfies Record<string, (setting: Setting, answer: GoldRecord['answer']) => string>;

/** Scores of one kind of prediction, a setting. */
export interface ScoreRow {
  readonly predictions: string;
  readonly scores: readonly SettingScores[];
  /** Records without a prediction, counted as empty text; for responses only. */
  readonly missing?: number;
}

/**
 * Scores an export's evaluation files with MTU-Bench's measures: the gold and the five probes, or the responses of a
 * model (`id`, `response` a line, as in MTU-Bench's response files, formats/mtu-bench.md 1.5).
 *
 * @param folder an export
 * @param responses file of responses; without it the gold and the probes are scored
 * @throws NOT_AN_EXPORT, SOURCE_UNREADABLE
 */
export async function scoreFolder(folder: string, responses: string | undefined): Promise<ScoreRow[]> {
  const gold = await readGold(join(folder, 'data'));
  if (responses !== undefined) {
    const predictions = new Map<string, string>();
    for await (const { id, response } of readLines(responses, responseSchema, '{"id": …, "response": …}'))
      predictions.set(id, response);
    const missing = gold.flatMap(([, records]) => records).filter(({ id }) => !predictions.has(id)).length;
    return [
      {
        predictions: basename(responses),
        scores: gold.map(([setting, records]) => scoreSetting(setting, records, predictions)),
        missing,
      },
    ];
  }
  return Object.entries(PROBES).map(([name, predict]) => ({
    predictions: name,
    scores: gold.map(([setting, records]) =>
      scoreSetting(
        setting,
        records,
        new Map(records.map(({ id, answer }) => [id, predict(setting, answer)])),
      ),
    ),
  }));
}

async function readGold(data: string): Promise<[Setting, GoldRecord[]][]> {
  const gold: [Setting, GoldRecord[]][] = [];
  for (const setting of SETTINGS) {
    const file = join(data, `${setting}_eval.jsonl`);
    if (
      !(await access(file).then(
        () => true,
        () => false,
      ))
    )
      continue;
    const records: GoldRecord[] = [];
    for await (const { id, answer } of readLines(file, recordSchema, '{"id": …, "answer": {…}}'))
      records.push({ id, answer });
    if (records.length > 0) gold.push([setting, records]);
  }
  if (gold.length > 0) return gold;
  const there = await readdir(data).catch(() => []);
  throw new BenchwrightError('NOT_AN_EXPORT', {
    expected: `evaluation files with records: ${SETTINGS.map((setting) => `${setting}_eval.jsonl`).join(', ')}`,
    found: there.length === 0 ? 'no such folder, or an empty one' : there.sort().join(', '),
    where: data,
    next: 'Give the folder that was named with --out.',
  });
}

async function* readLines<T>(file: string, schema: z.ZodType<T>, form: string): AsyncGenerator<T> {
  let line = 0;
  try {
    for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
      line++;
      if (text.trim() !== '') yield schema.parse(JSON.parse(text));
    }
  } catch (error) {
    const found =
      error instanceof z.ZodError
        ? error.issues.map(({ path, message }) => [...path, message].join(': ')).join('; ')
        : String(error instanceof Error ? error.message : error);
    throw new BenchwrightError('SOURCE_UNREADABLE', {
      expected: `one JSON object a line: ${form}`,
      found,
      where: line === 0 ? file : `${file}, line ${line}`,
      next: 'Mend the line, or give the right file.',
    });
  }
}
