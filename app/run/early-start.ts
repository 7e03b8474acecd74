import type { Engine } from '../../engine/connect.js';
import type { Store } from '../../store/store.js';
import { findEngine, type Context } from '../context.js';
import { ownWorkers } from '../../worker/own-workers.js';
import type { Workers } from '../../worker/workers.js';

/** Bytes of sources from which reading them takes longer than starting a worker. */
const LARGE = 20_000_000;

/**
 * Starts the server and a worker while a command still reads its sources. If there is no run in the end, both go
 * again.
 */
export class EngineWarmup {
  /** What drives the run goes on with these. */
  readonly workers: Workers;
  #engine: Promise<Engine> | undefined;

  constructor(
    private readonly context: Context,
    store: Store,
  ) {
    this.workers = ownWorkers(context, store);
  }

  /** @param bytes of the sources; nothing is started for small ones */
  begin(bytes: number): void {
    if (bytes < LARGE || this.#engine) return;
    this.#engine = findEngine(this.context).then(async (engine) => {
      await this.workers.ensure(1);
      return engine;
    });
    // Whoever drives the run meets the same failure, and tells it.
    this.#engine.catch(() => undefined);
  }

  async end(): Promise<void> {
    const engine = await this.#engine?.catch(() => undefined);
    await this.workers.stop();
    engine?.release();
  }
}
