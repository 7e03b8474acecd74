import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import { poll } from './poll.js';

/** A lock that this process holds. */
export interface HeldLock {
  release(): void;
  /** False when the lock's file was deleted or replaced: another process could then hold "the same" lock. */
  stillThere(): boolean;
}

/**
 * Takes an exclusive lock, or returns undefined at once when another process (or this one) holds it.
 *
 * The lock is an SQLite file held by an open `BEGIN EXCLUSIVE`. Node has no flock of its own; a lock made of
 * a file and its age outlives a `kill -9`, and whoever breaks a stale one may break a fresh one. SQLite's
 * lock is the kernel's (fcntl): it goes with the process, however that ends, and is not inherited by
 * children. Such a lock is dropped when its process closes *any* descriptor of the file, so nothing else
 * in this process may open it.
 *
 * @throws STORE_DAMAGED when the file is something other than a lock
 */
export function tryLock(path: string): HeldLock | undefined {
  let database: Database.Database | undefined;
  try {
    database = new Database(path, { timeout: 0 });
    database.pragma('journal_mode = DELETE');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    const code = (error as { code?: unknown }).code;
    if (typeof code === 'string' && /^SQLITE_BUSY/.test(code)) return undefined;
    throw new BenchwrightError(
      'STORE_DAMAGED',
      {
        expected: 'a lock file that can be opened',
        found: error instanceof Error ? error.message : String(error),
        where: path,
        next: 'Delete this file when no command of Benchwright runs, then run the command again.',
      },
      { cause: error },
    );
  }
  const held = database;
  const inode = inodeOf(path);
  return {
    release: () => {
      held.close();
    },
    stillThere: () => inodeOf(path) === inode,
  };
}

/** Whether a process holds the lock at this moment. It looks by taking the lock for an instant. */
export function isLocked(path: string): boolean {
  const lock = tryLock(path);
  lock?.release();
  return lock === undefined;
}

/**
 * Tries for up to `timeoutMs` to take the lock; undefined when it stayed taken.
 *
 * @throws STORE_DAMAGED when the file is something other than a lock
 */
export async function waitForLock(
  path: string,
  timeoutMs: number,
  everyMs = 20,
): Promise<HeldLock | undefined> {
  return poll(() => tryLock(path), { timeoutMs, everyMs });
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}
