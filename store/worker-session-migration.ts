import type { Migration } from './migrate.js';

export const WORKER_SESSION_MIGRATION: Migration = {
  number: 23,
  name: 'worker sessions and review records under their names',
  async up(db) {
    for (const table of ['workers', 'slice_attempts', 'limit_permits'])
      await db.schema.alterTable(table).renameColumn('incarnation', 'worker_session').execute();
    await db.schema.alterTable('review_outcomes').renameColumn('told', 'review_record').execute();
  },
};
