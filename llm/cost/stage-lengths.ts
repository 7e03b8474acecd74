import { outputLengths } from '../../store/ledger/usage.js';
import type { Store } from '../../store/store.js';
import { OutputLengths } from './output-lengths.js';

/** Answer lengths by run and stage: loaded from the store once per stage, then kept up to date. */
export class StageLengths {
  readonly #stages = new Map<string, Promise<OutputLengths>>();

  constructor(private readonly store: Store) {}

  /** Must be called before the stage's first answer arrives; otherwise that answer is counted twice. */
  async of(runId: string, stage: string): Promise<OutputLengths> {
    const name = JSON.stringify([runId, stage]);
    const known = this.#stages.get(name);
    if (known) return known;
    const read = this.#read(runId, stage);
    this.#stages.set(name, read);
    // A failed load is repeated at the next request.
    read.catch(() => this.#stages.delete(name));
    return read;
  }

  async #read(runId: string, stage: string): Promise<OutputLengths> {
    const lengths = new OutputLengths();
    for (const { tokens, answers } of await outputLengths(this.store, runId, stage))
      lengths.add(tokens, answers);
    return lengths;
  }
}
