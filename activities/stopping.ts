import { setTimeout as sleep } from 'node:timers/promises';
import { cancellationSignal, CancelledFailure, heartbeat } from '@temporalio/activity';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import { DRAIN_MS } from '../core/model-limits.js';
import { stopRequested } from '../store/runs.js';
import type { Store } from '../store/store.js';
import { runStopped } from './stop-flag.js';

/** Between two looks at the store's stop flag (DESIGN.md: elsewhere within a second). */
const LOOK_MS = 500;
const HEARTBEAT_MS = 2_000;

/** Everything that may end a piece of work that asks models. */
export interface StopSources {
  readonly store: Store;
  readonly runId: string;
  /** The worker ends. */
  readonly leaving: AbortSignal;
}

/** The work that goes on until it is done or stopped. */
export class Stopping {
  readonly #stop = new AbortController();
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #unlisten: (() => void)[] = [];

  /** @param told with every heartbeat */
  constructor({ store, runId, leaving }: StopSources, told: () => unknown) {
    // Every call of a slice listens to it.
    this.#listen(cancellationSignal(), () => new CancelledFailure('the run was cancelled'));
    this.#listen(leaving, () => workerLeaves());
    const look = async (): Promise<void> => {
      const how = await stopRequested(store, runId);
      if (how !== undefined) this.#stop.abort(runStopped(how));
    };
    this.#timers.push(
      setInterval(() => heartbeat(told()), HEARTBEAT_MS),
      // Documents of the same service and intent (differing splits, see buildCatalogue) keep the split in their name.
      setInterval(() => void look().catch(() => undefined), LOOK_MS),
    );
  }

  /** Aborted once no new call may begin. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Ends everything for a reason; the first one counts. */
  abort(reason: unknown): void {
    this.#stop.abort(reason);
  }

  /**
   * Waits for pieces of work that never reject; once stopped, no longer than calls in flight are given.
   * @throws what stopped it
   */
  async all(works: readonly Promise<void>[], drainMs = DRAIN_MS): Promise<void> {
    const done = Promise.all(works);
    const timeUp = new AbortController();
    try {
      await Promise.race([done, this.#stopped().then(() => sleep(drainMs, undefined, timeUp))]);
    } finally {
      timeUp.abort();
      this.#end();
    }
    this.signal.throwIfAborted();
  }

  #stopped(): Promise<void> {
    if (this.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => this.signal.addEventListener('abort', () => resolve(), { once: true }));
  }

  #listen(signal: AbortSignal, reason: () => unknown): void {
    const raised = (): void => this.#stop.abort(reason());
    if (signal.aborted) raised();
    signal.addEventListener('abort', raised, { once: true });
    this.#unlisten.push(() => signal.removeEventListener('abort', raised));
  }

  #end(): void {
    for (const timer of this.#timers) clearInterval(timer);
    for (const unlisten of this.#unlisten) unlisten();
  }
}

/** Temporal gives the work to another worker. */
const workerLeaves = (): BenchwrightError =>
  new BenchwrightError('WORKER_UNAVAILABLE', {
    found: 'the worker that had begun this ends',
    next: 'Another worker goes on with it.',
  });
