import { statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import { poll } from './poll.js';

/** A lock that this process holds. */
export interface HeldLock {
  release(): void;
  /** False if the lock file was deleted or replaced: another process could then hold "the same" lock. */
  stillThere(): boolean;
}

/**
 * Takes an exclusive lock; undefined if it is already held. The lock is an SQLite file with an open `BEGIN EXCLUSIVE`:
 * Node has no flock, and lock files with an age outlive a `kill -9` and may be broken wrongly. SQLite's kernel lock
 * (fcntl) ends with the process and is not inherited. It is dropped when the process closes *any* descriptor of the
 * file, so nothing else in this process may open it.
 * @throws STORE_DAMAGED if the file is not a lock
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
        next: 'Delete this file while no Benchwright command is running, then run the command again.',
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

/** Whether a process holds the lock now; takes it for an instant to find out. */
export function isLocked(path: string): boolean {
  const lock = tryLock(path);
  lock?.release();
  return lock === undefined;
}

/**
 * Tries for up to `timeoutMs` to take the lock; undefined if it stayed taken.
 * @throws STORE_DAMAGED if the file is not a lock
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
