import type { Kysely } from 'kysely';
import type { Migration } from '../migrate.js';
import type { Tables } from '../tables.js';
import { placeOfQueue } from './queue-place.js';

/** Adds columns for run and gate, which were parsed from a queue's name before. */
export const QUEUE_PLACE_MIGRATION: Migration = {
  number: 17,
  name: 'review: the run and gate of a queue',
  async up(db) {
    await db.schema
      .alterTable('review_queues')
      .addColumn('run_id', 'text', (c) => c.notNull().defaultTo(''))
      .execute();
    await db.schema.alterTable('review_queues').addColumn('gate', 'text').execute();
    const typed = db as unknown as Kysely<Tables>;
    for (const { queue } of await typed.selectFrom('review_queues').select('queue').execute())
      await typed.updateTable('review_queues').set(placeOfQueue(queue)).where('queue', '=', queue).execute();
    await db.schema.createIndex('review_queues_by_run').on('review_queues').column('run_id').execute();
  },
};
