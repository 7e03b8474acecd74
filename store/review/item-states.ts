import type { Store } from '../store.js';

/** The state of each item of a queue, by id; empty if the queue does not exist yet. */
export async function itemStates(store: Store, queue: string): Promise<Map<string, string>> {
  const rows = await store.db.read
    .selectFrom('review_items')
    .select(['item_id', 'state'])
    .where('queue', '=', queue)
    .where('calibration', '=', 0)
    .execute();
  return new Map(rows.map(({ item_id, state }) => [item_id, state]));
}
