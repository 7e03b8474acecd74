import type { Migration } from '../migrate.js';

/** Work items were called subjects. Indices and constraints follow their columns and keep their own names. */
export const WORK_ITEM_MIGRATION: Migration = {
  number: 24,
  name: 'work items of stages',
  async up(db) {
    for (const table of ['stage_subjects', 'run_calls', 'tool_sessions'])
      await db.schema.alterTable(table).renameColumn('subject', 'work_item').execute();
    await db.schema.alterTable('stage_subjects').renameTo('stage_work_items').execute();
  },
};
