import { sql } from 'kysely';
import type { Migration } from '../migrate.js';

/** What webhooks have told, and how far each has followed the events. No address and no secret is in it. */
export interface WebhookTables {
  /** A hook has seen the events of a queue up to `seq`. */
  webhook_cursors: { hook: string; queue: string; seq: number };
  /** A receiver that does not answer, or asked for time: nothing is sent before `until_ms`. */
  webhook_pauses: {
    hook: string;
    until_ms: number;
    /** Failures in a row. */ faults: number;
    since_ms: number;
  };
  webhook_deliveries: {
    hook: string;
    queue: string;
    /** Of the event that turned the item. */
    seq: number;
    /** `webhook-id`: the same at every try. */
    id: string;
    item_id: string;
    /** Told */
    type: string;
    /** The bytes that are sent. */
    body: string;
    /** DeliveryState */
    state: string;
    tries: number;
    first_ms: number | null;
    /** When it is tried next. */
    next_ms: number;
    /** How the last try ended: a status, or what failed. */
    last: string | null;
  };
}

export const WEBHOOKS_MIGRATION: Migration = {
  number: 13,
  name: 'webhooks',
  async up(db) {
    const table = (name: string) => db.schema.createTable(name);
    await table('webhook_cursors')
      .addColumn('hook', 'text', (c) => c.notNull())
      .addColumn('queue', 'text', (c) => c.notNull())
      .addColumn('seq', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('webhook_cursors_key', ['hook', 'queue'])
      .execute();
    await table('webhook_pauses')
      .addColumn('hook', 'text', (c) => c.primaryKey())
      .addColumn('until_ms', 'bigint', (c) => c.notNull())
      .addColumn('faults', 'integer', (c) => c.notNull())
      .addColumn('since_ms', 'bigint', (c) => c.notNull())
      .execute();
    await table('webhook_deliveries')
      .addColumn('hook', 'text', (c) => c.notNull())
      .addColumn('queue', 'text', (c) => c.notNull())
      .addColumn('seq', 'integer', (c) => c.notNull())
      .addColumn('id', 'text', (c) => c.notNull())
      .addColumn('item_id', 'text', (c) => c.notNull())
      .addColumn('type', 'text', (c) => c.notNull())
      .addColumn('body', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('tries', 'integer', (c) => c.notNull())
      .addColumn('first_ms', 'bigint')
      .addColumn('next_ms', 'bigint', (c) => c.notNull())
      .addColumn('last', 'text')
      .addPrimaryKeyConstraint('webhook_deliveries_key', ['hook', 'queue', 'seq'])
      .execute();
    await db.schema
      .createIndex('webhook_deliveries_of_item')
      .on('webhook_deliveries')
      .columns(['hook', 'queue', 'item_id', 'seq'])
      .execute();
    await db.schema
      .createIndex('webhook_deliveries_waiting')
      .on('webhook_deliveries')
      .columns(['hook', 'next_ms', 'queue', 'seq'])
      .where(sql<boolean>`state = 'waiting'`)
      .execute();
  },
};
