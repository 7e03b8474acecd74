import type { AskManifest } from '../../core/ask/manifest.js';
import type { AskCounts, AskRun } from '../../core/ask/run.js';
import { addOne, sumOf } from '../../core/counts.js';
import { answeredBy } from '../../core/model-config.js';
import { ExportWriter } from '../export-writer.js';
import { writeJson } from '../../core/json.js';

/** A row with its outcome. */
export interface AnsweredRow {
  /** Stable id of its item. */
  readonly itemId: string;
  readonly id: string;
  readonly source: string;
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly result:
    | { readonly outcome: 'done'; readonly value: object; readonly keys: readonly string[] }
    | {
        readonly outcome: 'set aside';
        readonly reason: string;
        readonly detail: string;
        readonly keys: readonly string[];
      };
}

/** Inputs of an `ask` export besides the run spec. */
export interface AnswersOf {
  readonly rows: () => AsyncIterable<AnsweredRow>;
  /** First attempt of each request retried by `retry --failed`, by request digest. */
  readonly retries: ReadonlyMap<string, number>;
}

/**
 * Writes the deterministic part of an `ask` export, `data/` and `manifest.json`, into an empty folder: `answers.jsonl`
 * in row order, `lineage.jsonl` with every row, `retries.json` if there were retries.
 * @param row called per row
 */
export async function writeAnswers(
  folder: string,
  frozen: AskRun,
  answersOf: AnswersOf,
  row: () => void,
): Promise<AskManifest> {
  const writer = new ExportWriter(folder);
  const setAside: Record<string, number> = {};
  let answered = 0;
  await writer.file('data/answers.jsonl', (answers) =>
    writer.file('data/lineage.jsonl', async (lineage) => {
      for await (const { itemId, id, source, file, line, text, result } of answersOf.rows()) {
        if (result.outcome === 'done') {
          answered += 1;
          await answers.writeLine(writeJson({ itemId, id, text, ...result.value }));
        } else addOne(setAside, result.reason);
        const { keys, outcome } = result;
        const why = 'reason' in result ? { reason: result.reason, detail: result.detail } : {};
        await lineage.writeLine(writeJson({ itemId, source, file, line, id, outcome, ...why, keys }));
        row();
      }
    }),
  );
  await writer.retries(answersOf.retries);
  const counts: AskCounts = { rows: answered + sumOf(setAside), answered, setAside };
  return writer.manifest<AskManifest>({ ...frozen, models: answeredBy(frozen.models), counts });
}
