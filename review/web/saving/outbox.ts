import type { JsonValue } from '../../../core/canonical.js';
import { actSchema, pauseMs, type Act, type SaidNo, type Sent, type UndoneEdit } from './act.js';
import { namesWith, type KeyValue } from './storage.js';

const PREFIX = 'benchwright:act:';

/** What a person sees of the outbox. */
export interface Saving {
  readonly state: 'saved' | 'saving' | 'not saved' | 'signed out';
  /** Acts that the server does not have yet, the oldest first. */
  readonly waiting: readonly Act[];
  /** When it is tried next; with `not saved`. */
  readonly nextTryMs?: number;
  readonly why?: string;
}

/** What became of an act. */
export type Fate =
  /** @param behind what was typed after it was sent is not in what was recorded */
  | {
      readonly kind: 'recorded';
      readonly already: boolean;
      readonly behind: boolean;
      readonly undone?: UndoneEdit;
    }
  | { readonly kind: 'refused'; readonly refusal: SaidNo };

/** What the outbox needs of the world. */
export interface OutboxWorld {
  readonly storage: KeyValue;
  readonly send: (act: Act) => Promise<Sent>;
  readonly now: () => number;
  /** Calls back after so many milliseconds. @returns what stops that */
  readonly after: (ms: number, then: () => void) => () => void;
  /** Hears what became of each act, those of an earlier page too. */
  readonly settled: (act: Act, fate: Fate) => void;
}

/**
 * Acts of a person between the key and the server's "recorded". Each is kept in the browser's storage, with the key that
 * it was given once, before it is first sent; it goes out in order, with growing pauses while the network is away, and is
 * dropped from storage only when the server has answered. A reload or a closed tab so loses nothing: the next page sends
 * what it finds.
 */
export class Outbox {
  #waiting: Act[] = [];
  #saving: Saving = { state: 'saved', waiting: [] };
  #attempt = 0;
  #busy = false;
  #stop: (() => void) | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(
    private readonly world: OutboxWorld,
    private readonly by: string,
  ) {
    for (const name of namesWith(world.storage, PREFIX)) {
      const act = readAct(world.storage.getItem(name));
      if (act?.by === by) this.#waiting.push(act);
    }
    this.#waiting.sort((a, b) => a.madeMs - b.madeMs);
  }

  /** For `useSyncExternalStore`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly snapshot = (): Saving => this.#saving;

  /** Takes an act in and sends it, after those that are there. */
  add(act: Act): void {
    this.#keep(act);
    this.#waiting.push(act);
    this.wake();
  }

  /**
   * Puts an edit's later content into the act that waits: what one goes on typing belongs to it. One that has been on its way
   * keeps its key, so that the server still records it once.
   */
  amend(of: Pick<Act, 'queue' | 'itemId'>, content: JsonValue, unfinished: boolean): void {
    const act = this.#waiting.find(
      ({ queue, itemId, what, body }) =>
        queue === of.queue && itemId === of.itemId && what === 'decide' && body['verdict'] === 'edit',
    );
    if (!act) return;
    act.body = { ...act.body, content };
    act.amended = true;
    if (unfinished) act.unfinished = true;
    else delete act.unfinished;
    this.#keep(act);
  }

  /** Tries now: at the start, when the network is back, when a person asks. */
  wake(): void {
    this.#stop?.();
    this.#stop = undefined;
    void this.#sendAll();
  }

  /** Sends no more; what is left stays in storage. */
  close(): void {
    this.#stop?.();
    this.#waiting = [];
    this.#listeners.clear();
  }

  async #sendAll(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (let act = this.#waiting[0]; act; act = this.#waiting[0]) {
        this.#show({ state: this.#attempt > 0 ? 'not saved' : 'saving', waiting: [...this.#waiting] });
        const { body } = act;
        const sent = await this.world.send(act);
        if (!this.#waiting.includes(act)) return; // closed meanwhile
        if (sent.kind === 'signed out')
          return this.#show({ state: 'signed out', waiting: [...this.#waiting] });
        if (sent.kind === 'unsent') return this.#retry(sent.why);
        this.#attempt = 0;
        this.#waiting = this.#waiting.filter((other) => other !== act);
        this.world.storage.removeItem(PREFIX + act.key);
        this.#show({ state: this.#waiting.length > 0 ? 'saving' : 'saved', waiting: [...this.#waiting] });
        if (sent.kind === 'refused') this.world.settled(act, sent);
        else {
          const older = act.body['content'] !== body['content'] || (sent.already && act.amended === true);
          this.world.settled(act, { ...sent, behind: older || act.unfinished === true });
        }
      }
    } finally {
      this.#busy = false;
    }
  }

  #retry(why: string): void {
    this.#attempt += 1;
    const pause = pauseMs(this.#attempt);
    this.#show({
      state: 'not saved',
      waiting: [...this.#waiting],
      nextTryMs: this.world.now() + pause,
      why,
    });
    this.#stop = this.world.after(pause, () => this.wake());
  }

  #keep(act: Act): void {
    try {
      this.world.storage.setItem(PREFIX + act.key, JSON.stringify(act));
    } catch {
      // A full storage: the act is still sent, and `beforeunload` guards it meanwhile.
    }
  }

  #show(saving: Saving): void {
    this.#saving = saving;
    for (const listener of this.#listeners) listener();
  }
}

function readAct(text: string | null): Act | undefined {
  try {
    return actSchema.parse(JSON.parse(text ?? ''));
  } catch {
    return undefined;
  }
}
