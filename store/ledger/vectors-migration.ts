import type { Migration } from '../migrate.js';

/**
 * Vectors are answers of the ledger. Those of the table before cannot be carried over, as it has digests of texts, not
 * the texts; all of them were made on this machine, and are again when they are wanted.
 */
export const VECTORS_MIGRATION: Migration = {
  number: 7,
  name: 'vectors are answers of the ledger',
  async up(db) {
    await db.schema.dropTable('vectors').execute();
  },
};
