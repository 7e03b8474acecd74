import type { Migration } from '../migrate.js';

/** An index for exports, which look up the outcome of an item. */
export const SUBJECTS_MIGRATION: Migration = {
  number: 9,
  name: 'subjects of stages by name',
  async up(db) {
    await db.schema
      .createIndex('stage_subjects_subject')
      .on('stage_subjects')
      .columns(['run_id', 'stage', 'subject'])
      .execute();
  },
};
