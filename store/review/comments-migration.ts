import type { Migration } from '../migrate.js';
import { parseJson } from '../../core/json.js';

/** Rows per insert. */
const ROWS = 500;

interface Commented {
  readonly queue: string;
  readonly key: string;
  readonly item_id: string;
  readonly by_name: string;
  readonly data: string;
}

/** `review_comments` of store/review/tables.ts, filled with the existing comments, none of which is resolved. */
export const COMMENTS_MIGRATION: Migration = {
  number: 21,
  name: 'review: threads of comments',
  async up(db) {
    await db.schema
      .createTable('review_comments')
      .addColumn('queue', 'text', (c) => c.notNull())
      .addColumn('key', 'text', (c) => c.notNull())
      .addColumn('item_id', 'text', (c) => c.notNull())
      .addColumn('by_name', 'text', (c) => c.notNull())
      .addColumn('visit', 'integer', (c) => c.notNull())
      .addColumn('thread', 'text', (c) => c.notNull())
      .addColumn('resolved', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('review_comments_key', ['queue', 'item_id', 'key'])
      .execute();
    const events = (await db
      .selectFrom('review_events' as never)
      .select(['queue', 'key', 'item_id', 'by_name', 'data'] as never)
      .where('type' as never, '=', 'commented' as never)
      .execute()) as unknown as Commented[];
    const rows = events.map(({ data, ...event }) => {
      const { visit } = parseJson(data) as { readonly visit: number };
      return { ...event, visit, thread: event.key, resolved: 0 };
    });
    for (let from = 0; from < rows.length; from += ROWS)
      await db
        .insertInto('review_comments' as never)
        .values(rows.slice(from, from + ROWS))
        .execute();
  },
};
