import type { Act, SaidNo } from '../saving/act.js';

/** A message that the page shows without being asked. */
export interface Notice {
  /** The last thing that was saved or failed, also announced to screen readers. */
  readonly said: string;
  /** An act that the server refused; shown until the reviewer has seen it. */
  readonly refused?: { readonly act: Act; readonly said: SaidNo };
}

/** How long a message is shown, in milliseconds. */
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

  /** A refused edit stays until it is submitted again or discarded, whatever other messages are shown. */
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
  /** A refused edit was submitted again, or discarded. */
  done(itemId: string): void {
    if (this.#notice.refused?.act.itemId === itemId) this.seen();
  }
  #show(notice: Notice): void {
    clearTimeout(this.#ends);
    // Messages about saved acts disappear after a while; a refusal stays.
    if (notice.said !== '' && notice.refused === undefined)
      this.#ends = setTimeout(() => this.#show({ said: '' }), SAID_MS);
    this.#notice = notice;
    for (const listener of this.#listeners) listener();
  }
}

/** Whether an edit was refused because of its findings, so that its draft waits for its author. */
export const isRefusedEdit = ({ act, said }: NonNullable<Notice['refused']>): boolean =>
  act.what === 'decide' && act.body['verdict'] === 'edit' && said.problems !== undefined;
