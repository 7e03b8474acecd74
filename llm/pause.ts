import { setTimeout as sleep } from 'node:timers/promises';

/** Longest delay of a timer; longer ones fire at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Waits, at most 24 days. @throws the signal's reason if it is aborted */
export const pause = async (ms: number, signal?: AbortSignal): Promise<void> => {
  try {
    await sleep(Math.min(ms, LONGEST_TIMER_MS), undefined, signal && { signal });
  } catch (error) {
    // Node wraps the reason.
    signal?.throwIfAborted();
    throw error;
  }
};
