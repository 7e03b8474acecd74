import type { Kysely } from 'kysely';

/**
 * The store's database, whatever holds it. Columns are text, integer, double and blob only; times are
 * integer milliseconds, JSON is canonical text, there are no booleans.
 */
export interface Database<DB> {
  /** The place in words, for people: the file, or server, database and schema. Never a password. */
  readonly where: string;

  /**
   * For queries only; a statement that writes is refused with INTERNAL. `stream()` and
   * `transaction()` see one snapshot of the store and do not hold up other reads.
   */
  readonly read: Kysely<DB>;

  /**
   * Runs a job in a transaction that holds the write lock from its first statement, so what it reads is
   * still true when it writes. Jobs of one process may share a commit; each succeeds or fails alone, and
   * runs at most once. The promise settles when the job is on the disk. Events are numbered in the order of commits.
   *
   * A job awaits nothing but statements of the database it is given, which is of no use after it ends.
   * No foreign key may be deferred: it would fail at the commit, and the group with it. A job is not to go on after a
   * statement that failed: on PostgreSQL the transaction is over then, and the job fails with that statement's error.
   *
   * @throws STORE_BUSY when the lock did not come free in time; STORE_UNREACHABLE when the server was lost (whether the
   *   job was committed is then unknown if it was lost at that very moment); DISK_FULL (SQLite undoes all jobs of that
   *   commit); STORE_DAMAGED; STORE_UNWRITABLE; INTERNAL when the job waits for anything else, calls
   *   `write` or outlives itself, or after `close()`; what the job itself throws, unchanged
   */
  readonly write: <T>(job: (db: Kysely<DB>) => Promise<T>) => Promise<T>;

  /** Finishes the jobs that are queued, then lets go of the file. May be called twice. */
  readonly close: () => Promise<void>;
}
