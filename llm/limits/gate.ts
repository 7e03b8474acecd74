import type { BenchwrightError } from '../../core/errors/benchwright-error.js';

/** Closes for one execution of a run, immediately and permanently; a resumed run has a new execution name. */
export class Gate {
  readonly #closed = new Map<string, BenchwrightError>();
  readonly #watching = new Map<string, Set<AbortController>>();

  close(execution: string, error: BenchwrightError): void {
    if (this.#closed.has(execution)) return;
    this.#closed.set(execution, error);
    for (const stop of this.#watching.get(execution) ?? []) stop.abort(error);
  }

  /** Combines the gate's error and the stop flag into one signal that ends waiting; `done` disposes of it. */
  watch(execution: string, flag: AbortSignal | undefined): { signal: AbortSignal; done: () => void } {
    const stop = new AbortController();
    const raised = (): void => stop.abort(flag?.reason);
    const watching = this.#watching.get(execution) ?? new Set();
    this.#watching.set(execution, watching.add(stop));
    flag?.addEventListener('abort', raised, { once: true });
    const closed = this.#closed.get(execution);
    if (closed !== undefined) stop.abort(closed);
    else if (flag?.aborted) raised();
    return {
      signal: stop.signal,
      done: () => {
        flag?.removeEventListener('abort', raised);
        watching.delete(stop);
        if (watching.size === 0) this.#watching.delete(execution);
      },
    };
  }
}
