import type { Migration } from '../migrate.js';

/**
 * Vectors are ledger answers. The old table has digests of texts, not texts, so its vectors cannot be migrated;
 * they are recomputed locally when needed.
 */
export const VECTORS_MIGRATION: Migration = {
  number: 7,
  name: 'vectors are answers of the ledger',
  async up(db) {
    await db.schema.dropTable('vectors').execute();
  },
};
