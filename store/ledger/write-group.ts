import { setImmediate as nextTurn } from 'node:timers/promises';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';

/** What one write job takes at most. */
const GROUP = 64;

/**
 * Gathers what many callers want written while a write is under way, so that the next one does all of it. On PostgreSQL
 * a write job is a transaction of its own under the store's one lock, some hundred a second (docs/decisions.md, D27):
 * fifty calls in flight would have to queue for it one by one. On SQLite it saves statements.
 */
export class WriteGroup<In, Out> {
  readonly #waiting: { one: In; resolve: (out: Out) => void; reject: (error: unknown) => void }[] = [];
  #pump: Promise<void> | undefined;

  /** @param write does all of them in one transaction, and gives their results in order */
  constructor(private readonly write: (all: readonly In[]) => Promise<Out[]>) {}

  /** @throws what `write` throws; when that is for this one's sake, the others of its group are written without it */
  add(one: In): Promise<Out> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ one, resolve, reject });
      this.#pump ??= this.#empty();
    });
  }

  async #empty(): Promise<void> {
    while (this.#waiting.length > 0) {
      // A turn of the event loop, so that those who come with this one go with it.
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

/** Whether the same would befall whatever is written now: the disk is full, the server lost. */
const ofTheStore = (error: unknown): boolean => BenchwrightError.is(error) && error.entry.retryable;
