import { setImmediate as nextTurn } from 'node:timers/promises';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';

/** Maximum entries per write job. */
const GROUP = 64;

/**
 * Collects writes while another is in progress, so that the next job writes them all. On PostgreSQL write jobs are
 * serialised, about a hundred per second (docs/decisions.md, D27); fifty concurrent calls would queue one by one.
 * On SQLite it saves statements.
 */
export class WriteGroup<In, Out> {
  readonly #waiting: { one: In; resolve: (out: Out) => void; reject: (error: unknown) => void }[] = [];
  #pump: Promise<void> | undefined;

  /** @param write writes all in one transaction and returns the results in order */
  constructor(private readonly write: (all: readonly In[]) => Promise<Out[]>) {}

  /** @throws what `write` throws; if one entry is at fault, the others of its group are written without it */
  add(one: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ one, resolve, reject });
      this.#pump ??= this.#empty();
    });
  }

  async #empty(): Promise<void> {
    while (this.#waiting.length > 0) {
      // One turn of the event loop, so that concurrent callers join the group.
      await nextTurn();
      const group = this.#waiting.splice(0, GROUP);
      try {
        const results = await this.write(group.map(({ one }) => one));
        group.forEach(({ resolve }, i) => resolve(results[i] as Out));
      } catch (error) {
        if (group.length === 1 || ofTheStore(error)) for (const { reject } of group) reject(error);
        else
          for (const { one, resolve, reject } of group)
            await this.write([one]).then(([out]) => resolve(out as Out), reject);
      }
    }
    this.#pump = undefined;
  }
}

/** Whether any write would fail now: disk full, server lost. */
const ofTheStore = (error: unknown): boolean => BenchwrightError.is(error) && error.entry.retryable;
