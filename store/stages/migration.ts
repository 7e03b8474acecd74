import type { Migration } from '../migrate.js';

/** Tables of stages that ask models. */
export const STAGES_MIGRATION: Migration = {
  number: 5,
  name: 'subjects of stages, retries',
  async up(db) {
    await db.schema
      .createTable('stage_subjects')
      .addColumn('run_id', 'text', (c) => c.notNull())
      .addColumn('stage', 'text', (c) => c.notNull())
      .addColumn('ordinal', 'integer', (c) => c.notNull())
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('input', 'blob')
      .addColumn('outcome', 'text')
      .addColumn('reason', 'text')
      .addColumn('detail', 'text')
      .addColumn('value', 'blob')
      .addColumn('keys', 'text')
      .addColumn('request_digest', 'text')
      .addPrimaryKeyConstraint('stage_subjects_key', ['run_id', 'stage', 'ordinal'])
      .execute();
    await db.schema
      .createTable('run_retries')
      .addColumn('run_id', 'text', (c) => c.notNull())
      .addColumn('request_digest', 'text', (c) => c.notNull())
      .addColumn('first_attempt', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('run_retries_key', ['run_id', 'request_digest'])
      .execute();
  },
};
