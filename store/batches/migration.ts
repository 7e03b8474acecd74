import type { Migration } from '../migrate.js';

/** The tables of store/batches/tables.ts. */
export const BATCHES_MIGRATION: Migration = {
  number: 8,
  name: 'batches',
  async up(db) {
    await db.schema
      .createTable('batches')
      .addColumn('batch_id', 'text', (c) => c.primaryKey())
      .addColumn('run_id', 'text', (c) => c.notNull())
      .addColumn('stage', 'text', (c) => c.notNull())
      .addColumn('provider', 'text', (c) => c.notNull())
      .addColumn('model', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('rows', 'integer', (c) => c.notNull())
      .addColumn('created_ms', 'bigint', (c) => c.notNull())
      .addColumn('sender', 'text')
      .addColumn('sent_ms', 'bigint')
      .addColumn('provider_id', 'text')
      .addColumn('submitted_ms', 'bigint')
      .addColumn('results_until_ms', 'bigint')
      .addColumn('problem', 'text')
      .addColumn('settled_ms', 'bigint')
      .execute();
    await db.schema.createIndex('batches_by_run').on('batches').columns(['run_id', 'stage']).execute();
    await db.schema
      .createTable('batch_calls')
      .addColumn('batch_id', 'text', (c) => c.notNull())
      .addColumn('ordinal', 'integer', (c) => c.notNull())
      .addColumn('key', 'text', (c) => c.notNull())
      .addColumn('epoch', 'integer', (c) => c.notNull())
      .addColumn('attempt', 'integer', (c) => c.notNull())
      .addColumn('request', 'blob')
      .addColumn('used_by', 'text', (c) => c.notNull())
      .addColumn('released', 'text')
      .addPrimaryKeyConstraint('batch_calls_key', ['batch_id', 'ordinal'])
      .execute();
    await db.schema.createIndex('batch_calls_by_key').on('batch_calls').columns(['key']).execute();
  },
};
