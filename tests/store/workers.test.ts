import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { expect, it } from 'vitest';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import type { Store } from '../../store/store.js';
import { livingWorkers, removeWorker, renewWorker } from '../../store/workers.js';
import { freshStore } from '../support/export.js';
import { describeStores } from '../support/stores.js';

/** A worker's row as another process would have written it. */
const note = (
  store: Store,
  workerSession: string,
  pid: number,
  host: string,
  seen_ms: number,
): Promise<unknown> =>
  store.db.write((trx) =>
    trx
      .insertInto('workers')
      .values({ worker_session: workerSession, pid, host, started_ms: seen_ms, seen_ms, note: null })
      .execute(),
  );
const noted = async (store: Store): Promise<string[]> =>
  (
    await store.db.read.selectFrom('workers').select('worker_session').orderBy('worker_session').execute()
  ).map((row) => row.worker_session);

describeStores('workers', () => {
  it('live while they renew their row, and are forgotten when they end', async () => {
    let now = 1_000_000;
    const store = await freshStore(() => now);
    await renewWorker(store, 'one');
    expect(await livingWorkers(store)).toEqual([process.pid]);
    now += 29_000;
    await renewWorker(store, 'one');
    now += 29_000;
    expect(await livingWorkers(store)).toEqual([process.pid]);
    await removeWorker(store, 'one');
    expect(await livingWorkers(store)).toEqual([]);
    expect(await noted(store)).toEqual([]);
  });

  it('are dead 30 s after they were last seen, wherever they run; their rows are removed', async () => {
    let now = 1_000_000;
    const store = await freshStore(() => now);
    await renewWorker(store, 'here');
    await note(store, 'there', 4711, 'another.host', now);
    expect(await livingWorkers(store)).toEqual([process.pid, 4711]);
    now += 30_001;
    expect(await livingWorkers(store)).toEqual([]);
    expect(await noted(store)).toEqual([]);
  });

  it('are dead at once when their process on this machine is gone', async () => {
    const store = await freshStore(() => 1_000_000);
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    await note(store, 'gone', pid, hostname(), 1_000_000);
    await note(store, 'same pid elsewhere', pid, 'another.host', 1_000_000);
    expect(await livingWorkers(store)).toEqual([pid]);
    expect(await noted(store)).toEqual(['same pid elsewhere']);
  });

  it('are listed in order of their start', async () => {
    let now = 1_000;
    const store = await freshStore(() => now);
    await note(store, 'b', 2, 'another.host', 900);
    await note(store, 'a', 1, 'another.host', 950);
    await renewWorker(store, 'c');
    now += 10;
    await renewWorker(store, 'c'); // renewing is not starting anew
    expect(await livingWorkers(store)).toEqual([2, 1, process.pid]);
  });

  it('are distinguished from dead ones even while the store takes nothing', async () => {
    const store = await freshStore(() => 1_000_000);
    await renewWorker(store, 'here');
    await note(store, 'dead', 4711, 'another.host', 0);
    const full = new BenchwrightError('DISK_FULL', { found: 'no space', next: 'Free some.' });
    const write = (): Promise<never> => Promise.reject(full);
    expect(await livingWorkers({ ...store, now: store.now, db: { ...store.db, write } })).toEqual([
      process.pid,
    ]);
    expect(await noted(store)).toEqual(['dead', 'here']);
  });
});
