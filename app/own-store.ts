import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '../store/store.js';

/**
 * A store that goes when it has been looked at, so that a run that is not begun leaves nothing in the home's.
 * @param use told the store, and the folder that goes with it
 */
export async function withTemporaryStore<T>(use: (store: Store, folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'benchwright-offline-'));
  try {
    const store = await openStore(join(folder, 'store.db'));
    try {
      return await use(store, folder);
    } finally {
      await store.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
