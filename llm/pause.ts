import { setTimeout as sleep } from 'node:timers/promises';

/** Waits. @throws the signal's reason once it is aborted */
export const pause = async (ms: number, signal?: AbortSignal): Promise<void> => {
  try {
    await sleep(ms, undefined, signal && { signal });
  } catch (error) {
    // Node wraps the reason.
    signal?.throwIfAborted();
    throw error;
  }
};
