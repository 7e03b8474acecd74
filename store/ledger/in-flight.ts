import type { Store } from '../store.js';

/** Number of calls that workers have in flight, batches excluded. */
export async function callsInFlight(store: Store): Promise<number> {
  const row = await store.db.read
    .selectFrom('calls_in_flight as f')
    .innerJoin('workers as w', 'w.worker_session', 'f.owner')
    .select((eb) => eb.fn.countAll<number>().as('calls'))
    .executeTakeFirstOrThrow();
  return Number(row.calls);
}
