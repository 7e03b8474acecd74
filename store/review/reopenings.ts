import type { Kysely } from 'kysely';
import type { QueueView } from '../../core/review/api.js';
import type { Tables } from '../tables.js';
import { eventOf } from './events.js';

type Reopenings = NonNullable<QueueView['reopenings']>;

/** Guideline changes of a queue whose reopened items can still be restored, the latest first. */
export async function reopeningsOf(db: Kysely<Tables>, queue: string): Promise<Reopenings> {
  const changes = await db
    .selectFrom('review_events')
    .selectAll()
    .where('queue', '=', queue)
    .where('type', '=', 'guideline changed')
    .orderBy('seq', 'desc')
    .execute();
  const found: Reopenings = [];
  for (const row of changes) {
    const { data } = eventOf(row);
    const items = await countRestorable(db, queue, row.key);
    if (data.type === 'guideline changed' && items > 0)
      found.push({ change: row.key, guideline: data.guideline, items });
  }
  return found;
}

/**
 * Number of items that a change reopened and that can be restored, as in `isRestorable`: not decided on, reopened again
 * or restored since.
 */
async function countRestorable(db: Kysely<Tables>, queue: string, change: string): Promise<number> {
  const { n } = await db
    .selectFrom('review_events as e')
    .innerJoin('review_items as i', (join) =>
      join.onRef('i.queue', '=', 'e.queue').onRef('i.item_id', '=', 'e.item_id'),
    )
    .select((eb) => eb.fn.countAll().as('n'))
    .where('e.queue', '=', queue)
    .where('e.type', '=', 'reopened')
    .where('e.key', '>=', `${change}/`)
    .where('e.key', '<', `${change}0`)
    .where('i.state', 'in', ['waiting', 'adjudication'])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('review_decisions as d')
            .select('d.key')
            .whereRef('d.queue', '=', 'e.queue')
            .whereRef('d.item_id', '=', 'e.item_id')
            .whereRef('d.seq', '>', 'e.seq'),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('review_events as l')
            .select('l.seq')
            .whereRef('l.queue', '=', 'e.queue')
            .whereRef('l.item_id', '=', 'e.item_id')
            .whereRef('l.seq', '>', 'e.seq')
            .where('l.type', 'in', ['reopened', 'restored']),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(n);
}
