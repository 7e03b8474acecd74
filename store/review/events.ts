import type { Kysely } from 'kysely';
import type { ReviewEvent, ReviewEventData } from '../../core/review/event.js';
import type { Store } from '../store.js';
import type { Tables } from '../tables.js';
import { parseJson, writeJson } from '../../core/json.js';

/** An event to append. */
export interface NewEvent {
  readonly key: string;
  readonly itemId?: string;
  readonly by: string;
  readonly data: ReviewEventData;
}

/** Rows per insert. */
const ROWS = 500;

/** Appends events to a queue and numbers them. Inside a write job. */
export async function appendEvents(
  trx: Kysely<Tables>,
  queue: string,
  atMs: number,
  events: readonly NewEvent[],
): Promise<ReviewEvent[]> {
  const { last } = await trx
    .selectFrom('review_events')
    .select((eb) => eb.fn.max('seq').as('last'))
    .where('queue', '=', queue)
    .executeTakeFirstOrThrow();
  const numbered = events.map((event, at) => ({ ...event, queue, atMs, seq: Number(last ?? 0) + at + 1 }));
  for (let from = 0; from < numbered.length; from += ROWS)
    await trx
      .insertInto('review_events')
      .values(numbered.slice(from, from + ROWS).map(rowOf))
      .execute();
  return numbered;
}

const rowOf = (event: ReviewEvent): Tables['review_events'] => ({
  queue: event.queue,
  seq: event.seq,
  key: event.key,
  item_id: event.itemId ?? null,
  by_name: event.by,
  at_ms: event.atMs,
  type: event.data.type,
  data: writeJson(event.data),
});

export const eventOf = (row: Tables['review_events']): ReviewEvent => ({
  seq: row.seq,
  key: row.key,
  queue: row.queue,
  ...(row.item_id === null ? {} : { itemId: row.item_id }),
  by: row.by_name,
  atMs: row.at_ms,
  data: parseJson(row.data) as ReviewEventData,
});

/** Rows of a queue's events. */
export const eventRows = (db: Kysely<Tables>, queue: string) =>
  db.selectFrom('review_events').selectAll().where('queue', '=', queue);

/** The event of a key, if it was recorded. */
export async function eventOfKey(
  db: Kysely<Tables>,
  queue: string,
  key: string,
): Promise<ReviewEvent | undefined> {
  const row = await eventRows(db, queue).where('key', '=', key).executeTakeFirst();
  return row && eventOf(row);
}

/** Number of events with numbered keys ({@link numberedKey}) of one action. */
export async function countNumbered(db: Kysely<Tables>, queue: string, key: string): Promise<number> {
  const { n } = await db
    .selectFrom('review_events')
    .select((eb) => eb.fn.countAll().as('n'))
    .where('queue', '=', queue)
    .where('key', '>=', `${key}/`)
    .where('key', '<', `${key}0`)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** The first event, by key, with a numbered key of one action. */
export async function firstNumbered(
  db: Kysely<Tables>,
  queue: string,
  key: string,
): Promise<ReviewEvent | undefined> {
  const row = await eventRows(db, queue)
    .where('key', '>=', `${key}/`)
    .where('key', '<', `${key}0`)
    .orderBy('key')
    .limit(1)
    .executeTakeFirst();
  return row && eventOf(row);
}

/** Key of the n-th event of an action on many items; client keys contain no `/`. */
export const numberedKey = (key: string, n: number): string => `${key}/${n}`;

/** Events of one item in order. */
export async function eventsOfItem(
  db: Kysely<Tables>,
  queue: string,
  itemId: string,
): Promise<ReviewEvent[]> {
  const rows = await eventRows(db, queue).where('item_id', '=', itemId).orderBy('seq').execute();
  return rows.map(eventOf);
}

/** Events per page. */
export const PAGE = 500;

/** Events after a number, at most a page. */
export async function pageOfEvents(db: Kysely<Tables>, queue: string, after: number): Promise<ReviewEvent[]> {
  const rows = await eventRows(db, queue).where('seq', '>', after).orderBy('seq').limit(PAGE).execute();
  return rows.map(eventOf);
}

/** Events of a queue in order. Events never change, so paging is consistent. */
export async function* streamEvents(store: Store, queue: string): AsyncGenerator<ReviewEvent> {
  for (let after = 0; ;) {
    const page = await pageOfEvents(store.db.read, queue, after);
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.seq;
  }
}
