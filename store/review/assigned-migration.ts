import type { Migration } from '../migrate.js';

/** `review_assigned` of store/review/tables.ts. */
export const ASSIGNED_MIGRATION: Migration = {
  number: 14,
  name: 'review: assigned items',
  async up(db) {
    await db.schema
      .createTable('review_assigned')
      .addColumn('queue', 'text', (c) => c.notNull())
      .addColumn('item_id', 'text', (c) => c.notNull())
      .addColumn('reviewer', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('review_assigned_key', ['queue', 'reviewer', 'item_id'])
      .execute();
    await db.schema
      .createIndex('review_assigned_by_item')
      .on('review_assigned')
      .columns(['queue', 'item_id'])
      .execute();
  },
};
