import type { Act, SaidNo } from '../saving/act.js';

/** What the page tells a person that nobody is waiting for. */
export interface Notice {
  /** The last thing that was saved or went wrong, for the screen reader too. */
  readonly said: string;
  /** An act that the server has refused, until it is seen. */
  readonly refused?: { readonly act: Act; readonly said: SaidNo };
}

/** How long something is said, milliseconds. */
const SAID_MS = 12_000;

export class Notices {
  #notice: Notice = { said: '' };
  #ends: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly snapshot = (): Notice => this.#notice;

  /** A refused edit stays until it is submitted again or given up, whatever else is said. */
  say(said: string): void {
    const { refused } = this.#notice;
    this.#show({ said, ...(refused && isRefusedEdit(refused) ? { refused } : {}) });
  }
  refused(act: Act, said: SaidNo): void {
    const what = said.callsAgain
      ? `Not saved yet: ${act.says}. The call was made again; read the new response`
      : `Not accepted: ${act.says}. ${said.title}`;
    this.#show({ said: what, refused: { act, said } });
  }
  seen(): void {
    this.#show({ said: this.#notice.said });
  }
  /** An edit that was refused is submitted again, or given up. */
  done(itemId: string): void {
    if (this.#notice.refused?.act.itemId === itemId) this.seen();
  }
  #show(notice: Notice): void {
    clearTimeout(this.#ends);
    // What was saved is no news after a while; a refusal stays.
    if (notice.said !== '' && notice.refused === undefined)
      this.#ends = setTimeout(() => this.#show({ said: '' }), SAID_MS);
    this.#notice = notice;
    for (const listener of this.#listeners) listener();
  }
}

/** Whether an edit was refused for what its checks found: its draft waits for its author. */
export const isRefusedEdit = ({ act, said }: NonNullable<Notice['refused']>): boolean =>
  act.what === 'decide' && act.body['verdict'] === 'edit' && said.problems !== undefined;
