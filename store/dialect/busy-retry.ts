import { setTimeout as sleep } from 'node:timers/promises';

import { fromSqlite, isBusy, storeBusy } from './sqlite-errors.js';

/** How long a caller of the store waits for other processes. */
export interface Patience {
  /** Milliseconds after which a busy store becomes STORE_BUSY. */
  readonly busyDeadlineMs: number;
}

const LONGEST_PAUSE_MS = 8;

/**
 * Waits before the next attempt to get a lock: 1 to 8 ms, random, so that processes waiting for the same lock do not
 * retry in step. Does not block the event loop.
 *
 * @param attempt number of failed attempts before, from 0
 */
export async function pauseBeforeRetry(attempt: number): Promise<void> {
  const limit = Math.min(LONGEST_PAUSE_MS, 2 ** attempt);
  await sleep(1 + Math.random() * (limit - 1));
}

/**
 * Repeats a synchronous SQLite call until the store is not busy.
 *
 * @throws STORE_BUSY after `patience.busyDeadlineMs`; other SQLite errors as `fromSqlite` maps them
 */
export async function whileBusy<T>(path: string, patience: Patience, call: () => T): Promise<T> {
  const began = performance.now();
  for (let attempt = 0; ; attempt += 1) {
    try {
      return call();
    } catch (error) {
      if (!isBusy(error)) throw fromSqlite(error, path);
      const waited = performance.now() - began;
      if (waited >= patience.busyDeadlineMs) throw storeBusy(path, waited);
    }
    await pauseBeforeRetry(attempt);
  }
}
