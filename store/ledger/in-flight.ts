import type { Store } from '../store.js';

/** Calls that workers have sent and that have no outcome yet; those in batches are the provider's to keep. */
export async function callsInFlight(store: Store): Promise<number> {
  const row = await store.db.read
    .selectFrom('calls_in_flight as f')
    .innerJoin('workers as w', 'w.incarnation', 'f.owner')
    .select((eb) => eb.fn.countAll<number>().as('calls'))
    .executeTakeFirstOrThrow();
  return Number(row.calls);
}
