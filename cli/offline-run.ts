import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clusterTools } from '../activities/cluster-tools.js';
import { convertSlice } from '../activities/convert-slice.js';
import { RunContexts } from '../activities/run-context.js';
import { splitItems } from '../activities/split-items.js';
import { pendingSlices, settleDuplicates } from '../store/records.js';
import { createRun, type NewRun } from '../store/runs.js';
import { openStore, type Store } from '../store/store.js';

const SLICE_RECORDS = 200;

/** A run made in this process, in a store of its own that goes when it has been looked at. */
export interface OfflineRun {
  readonly store: Store;
  readonly contexts: RunContexts;
  readonly runId: string;
  /** A folder that goes with the store. */
  readonly folder: string;
}

/**
 * Makes all stages of a run but its export, without Temporal and without the home's store: what `verify --rebuild`
 * compares and what `regenerate` shows before it begins.
 * @throws SOURCE_CHANGED, SOURCE_UNREADABLE, SPLIT_IMPOSSIBLE, EMBEDDER_UNAVAILABLE, DISK_FULL
 */
export async function offlineRun<T>(
  asked: NewRun,
  onProgress: (message: string) => void,
  use: (made: OfflineRun) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'benchwright-offline-'));
  try {
    const store = await openStore(join(folder, 'store.db'));
    try {
      const { runId } = await createRun(store, asked);
      const contexts = new RunContexts(store);
      onProgress('clustering and converting again');
      await clusterTools(store, contexts, runId, () => Promise.resolve());
      const watcher = { before: () => Promise.resolve(), committed: () => undefined };
      for (const slice of await pendingSlices(store, runId, SLICE_RECORDS, Number.MAX_SAFE_INTEGER))
        await convertSlice(store, contexts, runId, slice, watcher);
      await settleDuplicates(store, runId);
      await splitItems(store, contexts, runId);
      return await use({ store, contexts, runId, folder });
    } finally {
      await store.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
