import type { Act } from '../saving/act.js';

/** Decisions of this session that were undone, the latest last. */
export class Undone {
  readonly #made = new Map<string, Act>();
  #acts: Act[] = [];
  /** The item that is opened to redo its decision. */
  wanted: string | undefined;

  last = (queue: string): Act | undefined => this.#acts.findLast((act) => act.queue === queue);

  /** A decision is recorded: there is nothing to redo at its item any more. */
  decided(act: Act): void {
    this.#made.set(act.key, act);
    this.drop(act.itemId);
  }
  /** @param decision its key; one of another session is not known */
  undone(decision: string): void {
    const act = this.#made.get(decision);
    if (act) this.#acts.push(act);
  }
  drop(itemId: string): void {
    this.#acts = this.#acts.filter((act) => act.itemId !== itemId);
  }
}
