import type { CorpusName } from '../sources/corpus.js';
import { readRecords } from '../sources/shard-reader.js';
import { commitRecords, settledOrdinals, type RecordRow, type Slice } from '../store/records.js';
import type { Store } from '../store/store.js';
import { convertRecord } from './convert-record.js';
import { failpoint } from './failpoint.js';
import { shardFile, sourceOf, type RunContexts } from './run-context.js';

/** Records that share a commit: a kill costs at most the work on these (no call is paid for in this stage). */
const RECORDS_A_COMMIT = 50;

/** Told of each few records of a slice. */
export interface SliceWatcher {
  /** Before they are begun; what it throws ends the work. */
  before(): Promise<void>;
  /** When they are in the store, with the number converted so far. */
  committed(converted: number): void;
}

/**
 * Converts the records of a slice that have no outcome yet and commits them a few at a time. Idempotent: records that
 * have an outcome are passed over, rows are keyed by place.
 *
 * @returns how many records were converted now
 * @throws SOURCE_CHANGED, SOURCE_UNREADABLE, STORE_BUSY, DISK_FULL
 */
export async function convertSlice(
  store: Store,
  contexts: RunContexts,
  runId: string,
  slice: Slice,
  watcher: SliceWatcher,
): Promise<number> {
  const { run, catalogue } = await contexts.of(runId);
  const shard = await contexts.shard(runId, slice.shard);
  const { kind, licence } = sourceOf(run, shard);
  const done = await settledOrdinals(store, runId, slice);
  let converted = 0;
  for (let from = slice.from; from < slice.to; from += RECORDS_A_COMMIT) {
    await watcher.before();
    const to = Math.min(from + RECORDS_A_COMMIT, slice.to);
    const texts = await readRecords(shardFile(run, shard), shard.path, shard, from, to);
    const rows: RecordRow[] = [];
    texts.forEach((text, i) => {
      const ordinal = from + i;
      if (done.has(ordinal)) return;
      const place = {
        source: shard.source,
        kind: kind satisfies CorpusName,
        licence,
        split: shard.split,
        file: shard.path,
        line: shard.lines[ordinal] ?? 0,
        ordinal,
      };
      rows.push(convertRecord(text, place, catalogue, run.frozen.settings));
    });
    failpoint('before-commit');
    await commitRecords(store, runId, slice.shard, rows);
    failpoint('after-commit');
    converted += rows.length;
    watcher.committed(converted);
  }
  return converted;
}
