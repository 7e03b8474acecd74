import type { CreateTableBuilder } from 'kysely';
import type { Migration } from '../migrate.js';

/** The tables of store/ledger/tables.ts. */
export const LEDGER_MIGRATION: Migration = {
  number: 3,
  name: 'ledger of paid answers',
  async up(db) {
    const table = (name: string) => db.schema.createTable(name);
    await withTokens(
      table('calls')
        .addColumn('key', 'text', (c) => c.primaryKey())
        .addColumn('request_digest', 'text', (c) => c.notNull())
        .addColumn('epoch', 'integer', (c) => c.notNull())
        .addColumn('attempt', 'integer', (c) => c.notNull())
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('provider', 'text', (c) => c.notNull())
        .addColumn('model', 'text', (c) => c.notNull())
        .addColumn('outcome', 'text', (c) => c.notNull())
        .addColumn('request', 'blob', (c) => c.notNull())
        .addColumn('parts', 'text', (c) => c.notNull())
        .addColumn('body', 'blob', (c) => c.notNull())
        .addColumn('settled_ms', 'bigint', (c) => c.notNull())
        .addColumn('ticket', 'text'),
    ).execute();
    await db.schema
      .createIndex('calls_by_request')
      .on('calls')
      .columns(['request_digest', 'epoch', 'attempt'])
      .execute();
    await table('call_parts')
      .addColumn('sha256', 'text', (c) => c.primaryKey())
      .addColumn('body', 'blob', (c) => c.notNull())
      .execute();
    await table('calls_in_flight')
      .addColumn('key', 'text', (c) => c.primaryKey())
      .addColumn('ticket', 'text', (c) => c.notNull())
      .addColumn('owner', 'text', (c) => c.notNull())
      .addColumn('since_ms', 'bigint', (c) => c.notNull())
      .execute();
    await withTokens(
      table('call_history')
        .addColumn('seq', 'integer', (c) => c.primaryKey().autoIncrement())
        .addColumn('key', 'text', (c) => c.notNull())
        .addColumn('at_ms', 'bigint', (c) => c.notNull())
        .addColumn('kind', 'text', (c) => c.notNull())
        .addColumn('provider', 'text', (c) => c.notNull())
        .addColumn('model', 'text', (c) => c.notNull())
        .addColumn('status', 'integer')
        .addColumn('message', 'text')
        .addColumn('perhaps_billed', 'integer', (c) => c.notNull())
        .addColumn('body', 'blob'),
    ).execute();
    await db.schema.createIndex('call_history_by_key').on('call_history').columns(['key', 'seq']).execute();
    await table('run_calls')
      .addColumn('seq', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('run_id', 'text', (c) => c.notNull())
      .addColumn('stage', 'text', (c) => c.notNull())
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('key', 'text', (c) => c.notNull())
      .addUniqueConstraint('run_calls_once', ['key', 'run_id', 'stage', 'subject'])
      .execute();
    await db.schema.createIndex('run_calls_by_run').on('run_calls').columns(['run_id', 'key']).execute();
    await table('stage_epochs')
      .addColumn('family', 'text', (c) => c.notNull())
      .addColumn('stage', 'text', (c) => c.notNull())
      .addColumn('epoch', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('stage_epochs_key', ['family', 'stage'])
      .execute();
  },
};

const withTokens = (table: CreateTableBuilder<string, string>): CreateTableBuilder<string, string> =>
  (['input_tokens', 'cached_input_tokens', 'output_tokens', 'reasoning_tokens'] as const).reduce(
    (to, name) => to.addColumn(name, 'bigint'),
    table,
  );
