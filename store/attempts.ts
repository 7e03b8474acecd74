import type { Slice } from './mtu-bench/records.js';
import type { Store } from './store.js';
import { workerLives } from './workers.js';

/**
 * Notes that a worker begins a slice. The row goes when the attempt ends, so a row whose worker is dead tells of a death
 * at this slice. Counted here and not by Temporal's attempts: those are lost with its database, and count late heartbeats.
 *
 * @param incarnation of the worker that begins
 * @returns how many other workers died at this slice; one that lives (its heartbeat was late) is not among them
 */
export async function beginAttempt(
  store: Store,
  runId: string,
  slice: Slice,
  incarnation: string,
): Promise<number> {
  const key = keyOf(runId, slice);
  return store.db.write(async (trx) => {
    await trx
      .insertInto('slice_attempts')
      .values({ ...key, incarnation })
      .onConflict((c) => c.doNothing())
      .execute();
    const others = await trx
      .selectFrom('slice_attempts as a')
      .leftJoin('workers as w', 'w.incarnation', 'a.incarnation')
      .select(['w.pid', 'w.host', 'w.seen_ms'])
      .where('a.run_id', '=', key.run_id)
      .where('a.shard', '=', key.shard)
      .where('a.from_ordinal', '=', key.from_ordinal)
      .where('a.incarnation', '!=', incarnation)
      .execute();
    return others.filter(({ pid, host, seen_ms }) => {
      // Rows of dead workers are removed by whoever comes across them.
      if (pid === null || host === null || seen_ms === null) return true;
      return !workerLives({ pid, host, seen_ms }, store.now());
    }).length;
  });
}

/** Notes that an attempt ended in good order but not the slice (stopped, failed): whoever died at it still counts. */
export async function endAttempt(
  store: Store,
  runId: string,
  slice: Slice,
  incarnation: string,
): Promise<void> {
  await store.db.write((trx) =>
    trx
      .deleteFrom('slice_attempts')
      .where((eb) => eb.and({ ...keyOf(runId, slice), incarnation }))
      .execute(),
  );
}

/** Forgets every attempt at a slice that is settled. */
export async function forgetAttempts(store: Store, runId: string, slice: Slice): Promise<void> {
  await store.db.write((trx) =>
    trx
      .deleteFrom('slice_attempts')
      .where((eb) => eb.and(keyOf(runId, slice)))
      .execute(),
  );
}

const keyOf = (runId: string, { shard, from }: Slice) => ({ run_id: runId, shard, from_ordinal: from });
