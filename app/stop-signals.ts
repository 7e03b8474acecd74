/** What tells a command to end. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
export type StopSignal = (typeof STOP_SIGNALS)[number];

/** Exit codes by signal, as shells count them: 128 and its number. */
const EXIT_AFTER: Readonly<Record<StopSignal, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** The requests to end that reach a command while it drives a run. */
export interface StopRequests {
  /** Aborted by the first signal. */
  readonly first: AbortSignal;
  /** Aborted by the second one: nothing is waited for any more. */
  readonly second: AbortSignal;
  /** The first signal, once there is one. */
  readonly signal: () => StopSignal | undefined;
}

/** Reaches a command that is told to end. */
export interface Stoppable {
  /** Work that ends by itself when it is told to, in good order; without such work a signal ends the process. */
  while<T>(work: (requests: StopRequests) => Promise<T>): Promise<T>;
}

/** For commands that nobody can signal, as they share a process. */
export const UNSTOPPABLE: Stoppable = {
  while: (work) =>
    work({
      first: new AbortController().signal,
      second: new AbortController().signal,
      signal: () => undefined,
    }),
};

/** The exit code of a command that a signal ended. */
export const exitAfter = (signal: StopSignal): number => EXIT_AFTER[signal];

interface Working {
  readonly first: AbortController;
  readonly second: AbortController;
  signal?: StopSignal;
}

/**
 * Listens to the process's signals.
 * @param atOnce ends the process: called for a signal while no work ends by itself, and for the third one
 */
export function listenForStop(atOnce: (signal: StopSignal) => void): Stoppable {
  const working = new Set<Working>();
  for (const signal of STOP_SIGNALS)
    process.on(signal, () => {
      // Whoever closed the terminal took its streams: a message that cannot be written must not end the work.
      if (signal === 'SIGHUP')
        for (const stream of [process.stdout, process.stderr]) {
          stream.removeAllListeners('error');
          stream.on('error', () => undefined);
        }
      const waiting = [...working].filter(({ second }) => !second.signal.aborted);
      if (waiting.length === 0) return atOnce(signal);
      for (const work of waiting) {
        if (work.first.signal.aborted) work.second.abort();
        work.signal ??= signal;
        work.first.abort();
      }
    });
  return {
    async while(work) {
      const mine: Working = { first: new AbortController(), second: new AbortController() };
      working.add(mine);
      try {
        return await work({
          first: mine.first.signal,
          second: mine.second.signal,
          signal: () => mine.signal,
        });
      } finally {
        working.delete(mine);
      }
    },
  };
}
