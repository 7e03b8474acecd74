import type { Migration } from '../migrate.js';

/** The tables of store/review/reviewer-tables.ts. */
export const REVIEWERS_MIGRATION: Migration = {
  number: 11,
  name: 'reviewers, their tokens and sessions',
  async up(db) {
    const table = (name: string) => db.schema.createTable(name);
    await table('reviewers')
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('role', 'text', (c) => c.notNull())
      .addColumn('created_ms', 'bigint', (c) => c.notNull())
      .addColumn('ended_ms', 'bigint')
      .execute();
    await table('reviewer_tokens')
      .addColumn('token_sha256', 'text', (c) => c.primaryKey())
      .addColumn('reviewer', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('label', 'text')
      .addColumn('created_ms', 'bigint', (c) => c.notNull())
      .addColumn('until_ms', 'bigint')
      .execute();
    await table('reviewer_sessions')
      .addColumn('session_sha256', 'text', (c) => c.primaryKey())
      .addColumn('reviewer', 'text', (c) => c.notNull())
      .addColumn('created_ms', 'bigint', (c) => c.notNull())
      .addColumn('until_ms', 'bigint', (c) => c.notNull())
      .execute();
  },
};
