import { setTimeout as sleep } from 'node:timers/promises';

/** A timer that is set for longer ends at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Waits, 24 days at most. @throws the signal's reason once it is aborted */
export const pause = async (ms: number, signal?: AbortSignal): Promise<void> => {
  try {
    await sleep(Math.min(ms, LONGEST_TIMER_MS), undefined, signal && { signal });
  } catch (error) {
    // Node wraps the reason.
    signal?.throwIfAborted();
    throw error;
  }
};
