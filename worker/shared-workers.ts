import type { Store } from '../store/store.js';
import type { Context } from '../app/context.js';
import { ownWorkers } from './own-workers.js';
import type { Workers } from './workers.js';

/** One set of workers for all that a command attends to at once: it ends with the last of it. */
export class SharedWorkers {
  #workers: Workers | undefined;
  #lent = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly context: Context,
    private readonly store: Store,
  ) {}

  /** Workers for one more; `stop` gives them back. */
  lend(): Workers {
    this.#lent += 1;
    let held = true;
    return {
      ensure: (wanted) =>
        // One after the other: two at once would each start the one that is missing.
        this.#inTurn(() => {
          this.#workers ??= ownWorkers(this.context, this.store);
          return this.#workers.ensure(wanted);
        }),
      stop: () =>
        this.#inTurn(async () => {
          if (held) this.#lent -= 1;
          held = false;
          if (this.#lent > 0) return;
          const workers = this.#workers;
          this.#workers = undefined;
          await workers?.stop();
        }),
    };
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
