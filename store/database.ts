import type { Kysely } from 'kysely';

import type { SqliteTuning } from './dialect/sqlite-connection.js';
import { openSqlite } from './dialect/sqlite.js';
import { migrate, type Migration } from './migrate.js';

export type { Migration } from './migrate.js';

/**
 * The store's database, whatever holds it. Columns are text, integer, double and blob only; times are
 * integer milliseconds, JSON is canonical text, there are no booleans.
 */
export interface Database<DB> {
  /**
   * For queries only; a statement that writes is refused with INTERNAL. `stream()` and
   * `transaction()` see one snapshot of the store and do not hold up other reads.
   */
  readonly read: Kysely<DB>;

  /**
   * Runs a job in a transaction that holds the write lock from its first statement, so what it reads is
   * still true when it writes. Jobs of one process may share a commit; each succeeds or fails alone, and
   * runs at most once. The promise settles when the job is on the disk.
   *
   * A job awaits nothing but statements of the database it is given, which is of no use after it ends.
   * No foreign key may be deferred: it would fail at the commit, and the group with it.
   *
   * @throws STORE_BUSY when the lock did not come free in time; DISK_FULL (SQLite undoes all jobs of that
   *   commit); STORE_DAMAGED; STORE_UNWRITABLE; INTERNAL when the job waits for anything else, calls
   *   `write` or outlives itself, or after `close()`; what the job itself throws, unchanged
   */
  readonly write: <T>(job: (db: Kysely<DB>) => Promise<T>) => Promise<T>;

  /** Finishes the jobs that are queued, then lets go of the file. May be called twice. */
  readonly close: () => Promise<void>;
}

/** How to open a database. */
export interface DatabaseOptions {
  /** The SQLite file; it and its folder are made if they are not there. */
  readonly path: string;
  /** All migrations of this version, numbered 1, 2, 3, … */
  readonly migrations: readonly Migration[];
  /** The clock for `applied_at`, in milliseconds since 1970. @default Date.now */
  readonly now?: () => number;
  /** Figures of the SQLite store, for tests and benches. */
  readonly sqlite?: Partial<SqliteTuning>;
}

/**
 * Opens the store's database and brings its tables up to this version.
 *
 * @throws STORE_NEWER, STORE_BUSY, STORE_DAMAGED, STORE_UNWRITABLE, DISK_FULL
 */
export async function openDatabase<DB>(options: DatabaseOptions): Promise<Database<DB>> {
  const database = await openSqlite<DB>(options.path, options.sqlite);
  try {
    await migrate(database, options.migrations, { where: options.path, now: options.now ?? Date.now });
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
