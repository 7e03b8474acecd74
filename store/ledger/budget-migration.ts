import type { Migration } from '../migrate.js';

/** Budgets and spending of runs. */
export const BUDGET_MIGRATION: Migration = {
  number: 6,
  name: 'budgets of runs',
  async up(db) {
    const { schema } = db;
    await schema.alterTable('runs').addColumn('budget', 'text').execute();
    await schema.alterTable('calls_in_flight').addColumn('run_id', 'text').execute();
    await schema.alterTable('calls_in_flight').addColumn('reserved_usd', 'double precision').execute();
    // A covering index for the sum over a run's calls in flight, of which a batch may have tens of thousands.
    await schema
      .createIndex('calls_in_flight_by_run')
      .on('calls_in_flight')
      .columns(['run_id', 'owner', 'reserved_usd'])
      .execute();
    await schema
      .createTable('run_spending')
      .addColumn('run_id', 'text', (c) => c.primaryKey())
      .addColumn('spent_usd', 'double precision', (c) => c.notNull())
      .addColumn('lost_usd', 'double precision', (c) => c.notNull())
      .addColumn('unpriced_calls', 'integer', (c) => c.notNull())
      .addColumn('unpriced_tokens', 'bigint', (c) => c.notNull())
      .execute();
  },
};
