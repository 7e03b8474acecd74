import { outputLengths } from '../../store/ledger/usage.js';
import type { Store } from '../../store/store.js';
import { OutputLengths } from './output-lengths.js';

/** How long the answers to the stages of runs were so far: read from the store once a stage, then kept up. */
export class StageLengths {
  readonly #stages = new Map<string, Promise<OutputLengths>>();

  constructor(private readonly store: Store) {}

  /** Those of a stage. To be asked for before its first answer comes, which would be counted twice else. */
  async of(runId: string, stage: string): Promise<OutputLengths> {
    const name = JSON.stringify([runId, stage]);
    const known = this.#stages.get(name);
    if (known) return known;
    const read = this.#read(runId, stage);
    this.#stages.set(name, read);
    // What the store could not tell is asked for again.
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
