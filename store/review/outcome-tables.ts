import type { Migration } from '../migrate.js';

/** What an export is made by of people's decisions: a picture of the queue at one moment, or of a lineage file. */
export interface ReviewOutcomeTables {
  review_outcomes: {
    run_id: string;
    setting: string;
    item_id: string;
    /** Where it goes; null: into no file. */
    split: string | null;
    item_version: string | null;
    /** The item as accepted, compressed JSON text, where that is not as it was generated. */
    body: Uint8Array | null;
    /** ReviewRecord without the content, as JSON. */
    told: string;
  };
}

export const REVIEW_OUTCOMES_MIGRATION: Migration = {
  number: 12,
  name: 'outcomes of review',
  async up(db) {
    await db.schema
      .createTable('review_outcomes')
      .addColumn('run_id', 'text', (c) => c.notNull())
      .addColumn('setting', 'text', (c) => c.notNull())
      .addColumn('item_id', 'text', (c) => c.notNull())
      .addColumn('split', 'text')
      .addColumn('item_version', 'text')
      .addColumn('body', 'blob')
      .addColumn('told', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('review_outcomes_key', ['run_id', 'setting', 'item_id'])
      .execute();
    await db.schema
      .createIndex('review_outcomes_by_split')
      .on('review_outcomes')
      .columns(['run_id', 'split', 'setting', 'item_id'])
      .execute();
  },
};
