import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AskManifest } from '../../core/ask/manifest.js';
import type { AskCounts, AskRun } from '../../core/ask/run.js';
import { sumOf } from '../../core/counts.js';
import { EXPORT_FORMAT } from '../../core/manifest.js';
import { answeredBy } from '../../core/model-config.js';
import { HashedFile } from '../hashed-file.js';
import { manifestText } from '../manifest-text.js';
import { writeRetries } from '../write-retries.js';
import { ownPart } from '../../core/own-part.js';
import { putPart } from '../../core/own-record.js';

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
  await mkdir(join(folder, 'data'));
  const answers = await HashedFile.create('data/answers.jsonl', join(folder, 'data/answers.jsonl'));
  const lineage = await HashedFile.create('data/lineage.jsonl', join(folder, 'data/lineage.jsonl'));
  const setAside: Record<string, number> = {};
  let answered = 0;
  try {
    for await (const { itemId, id, source, file, line, text, result } of answersOf.rows()) {
      if (result.outcome === 'done') {
        answered += 1;
        await answers.writeLine(JSON.stringify({ itemId, id, text, ...result.value }));
      } else putPart(setAside, result.reason, (ownPart(setAside, result.reason) ?? 0) + 1);
      const { keys, outcome } = result;
      const why = 'reason' in result ? { reason: result.reason, detail: result.detail } : {};
      await lineage.writeLine(JSON.stringify({ itemId, source, file, line, id, outcome, ...why, keys }));
      row();
    }
  } catch (error) {
    await Promise.all([answers.abandon(), lineage.abandon()]);
    throw error;
  }
  const files = [await answers.finish(), await lineage.finish()];
  if (answersOf.retries.size > 0) files.push(await writeRetries(folder, answersOf.retries));
  const total = answered + sumOf(setAside);
  const counts: AskCounts = { rows: total, answered, setAside };
  const models = answeredBy(frozen.models);
  const manifest: AskManifest = { ...frozen, models, format: EXPORT_FORMAT, counts, files };
  await writeFile(join(folder, 'manifest.json'), manifestText(manifest), { flush: true });
  return manifest;
}
