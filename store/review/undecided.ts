import type { Store } from '../store.js';
import { queueNow, type SettledDocuments } from './run-queues.js';

/**
 * Number of undecided items in the queue that a run waits on, without calibration items. Cheap enough for polling.
 */
export async function countUndecided(store: Store, runId: string, gates: SettledDocuments): Promise<number> {
  const { queue } = await queueNow(store, runId, gates);
  const { n } = await store.db.read
    .selectFrom('review_items')
    .select((eb) => eb.fn.countAll().as('n'))
    .where('queue', '=', queue)
    .where('calibration', '=', 0)
    .where('state', 'in', ['waiting', 'adjudication'])
    .executeTakeFirstOrThrow();
  return Number(n);
}

/**
 * Runs that wait for review, and running ones with a sealed queue. A process has to supervise them, because the one
 * that did so may have ended.
 */
export async function runsInReview(
  store: Store,
): Promise<{ readonly runId: string; readonly name: string }[]> {
  const rows = await store.db.read
    .selectFrom('runs as r')
    .innerJoin('review_queues as q', 'q.run_id', 'r.run_id')
    .select(['r.run_id', 'r.name', 'r.created_ms'])
    .where((eb) =>
      eb.or([
        eb('r.status', '=', 'waiting for review'),
        eb.and([eb('r.status', '=', 'running'), eb('q.sealed_ms', 'is not', null)]),
      ]),
    )
    .distinct()
    .orderBy('r.created_ms')
    .execute();
  return rows.map((row) => ({ runId: row.run_id, name: row.name }));
}
