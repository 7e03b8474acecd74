import { clusterTools } from '../../stages/mtu-bench/cluster-tools.js';
import { setAside } from '../../stages/mtu-bench/convert-record.js';
import { convertSlice } from '../../stages/mtu-bench/convert-slice.js';
import { CRASHED } from '../../worker/isolation.js';
import { RunContexts } from '../../stages/mtu-bench/run-context.js';
import { splitItems } from '../../stages/mtu-bench/split-items.js';
import { computedVectors, type VectorAnswers } from '../../llm/embedders/vector-answers.js';
import { commitRecords, pendingSlices, settleDuplicates } from '../../store/records.js';
import { createRun, type NewRun } from '../../store/runs.js';
import type { Store } from '../../store/store.js';
import type { AroundClustering } from './offline-creation.js';
import { readLineage } from './lineage.js';
import { withTemporaryStore } from '../own-store.js';

const SLICE_RECORDS = 200;

/** A run made in this process, in a store of its own that goes when it has been looked at. */
export interface OfflineRun {
  readonly store: Store;
  readonly contexts: RunContexts;
  readonly runId: string;
  /** A folder that goes with the store. */
  readonly folder: string;
}

/** A set-aside that cannot be computed again: the record ended the process that converted it. */
export interface RecordedSetAside {
  readonly source: string;
  readonly record: string;
  readonly file: string;
  readonly line: number;
  readonly reason: string;
  readonly detail: string;
}

/** The set-asides of an export that a rebuild has to take as they were (DESIGN.md, "An export"). */
export async function recordedSetAsides(folder: string): Promise<RecordedSetAside[]> {
  const found: RecordedSetAside[] = [];
  for await (const line of readLineage(folder)) {
    const row = line as Partial<RecordedSetAside>;
    if (row.reason === CRASHED) found.push(row as RecordedSetAside);
  }
  return found;
}

/** What else becomes of a run made here before it is looked at. */
export type MoreStages = (made: OfflineRun) => Promise<void>;

/**
 * Makes all stages of a run but its export, without Temporal and without the home's store: what `verify --rebuild`
 * compares and what `regenerate` shows before it begins.
 *
 * @param setAsides records that are not converted, as they were set aside before
 * @param answersIn where vectors of models come from, told the run's own store; nothing here is sent to anybody
 * @param more stages after the split
 * @param around the stages in which a model makes tools and calls, and intents are judged, for runs that have them
 * @throws SOURCE_CHANGED, SOURCE_UNREADABLE, SPLIT_IMPOSSIBLE, EMBEDDER_UNAVAILABLE, DISK_FULL
 */
export async function offlineRun<T>(
  asked: NewRun,
  onProgress: (message: string) => void,
  use: (made: OfflineRun) => Promise<T>,
  setAsides: readonly RecordedSetAside[] = [],
  answersIn: (store: Store) => Promise<VectorAnswers> = () => Promise.resolve(computedVectors),
  more: MoreStages = () => Promise.resolve(),
  around?: AroundClustering,
): Promise<T> {
  return withTemporaryStore(async (store, folder) => {
    const { runId } = await createRun(store, asked);
    const contexts = new RunContexts(store);
    const made = { store, contexts, runId, folder };
    onProgress('clustering and converting again');
    const answers = await answersIn(store);
    await around?.beforeClustering(made, answers);
    await clusterTools(store, contexts, runId, () => Promise.resolve(), answers);
    await around?.afterClustering(made);
    await commitSetAsides(store, runId, asked, setAsides);
    const watcher = { before: () => Promise.resolve(), committed: () => undefined };
    for (const slice of await pendingSlices(store, runId, SLICE_RECORDS, Number.MAX_SAFE_INTEGER))
      await convertSlice(store, contexts, runId, slice, watcher);
    await settleDuplicates(store, runId);
    await splitItems(store, contexts, runId);
    await more(made);
    return use(made);
  });
}

async function commitSetAsides(
  store: Store,
  runId: string,
  { shards }: NewRun,
  setAsides: readonly RecordedSetAside[],
): Promise<void> {
  for (const { source, record, file, line, reason, detail } of setAsides) {
    const shard = shards.findIndex((one) => one.source === source && one.path === file);
    const ordinal = shards[shard]?.lines.indexOf(line) ?? -1;
    if (ordinal < 0) continue; // another source: then it is not there to be converted either
    await commitRecords(store, runId, shard, [setAside({ ordinal, line, file }, record, reason, detail)]);
  }
}
