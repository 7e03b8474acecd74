import type { Clock } from '../limits/clock.js';

/** Rejections with the same text that show that the configuration is at fault, not the rows. */
const HANDFUL = 5;
/** How long a rejection is held when no other call is under way: further calls may be about to start. */
const GRACE_MS = 1_000;

/** What a held rejection turns out to be: of its own work item, or of every request alike. */
export type Rejected = 'item' | 'every request';

interface Held {
  readonly settle: (as: Rejected) => void;
}

/**
 * Holds the rejections of a model that has answered nothing yet, so that a fault of the configuration quarantines no
 * row: until the model answers, another text shows that rows differ, the same text has come for a handful of requests,
 * or no other call is left.
 */
export class HeldRejections {
  #text: string | undefined;
  readonly #requests = new Set<string>();
  #held: Held[] = [];
  #calls = 0;
  #cancel: (() => void) | undefined;
  #watchers: (() => void)[] = [];

  constructor(private readonly clock: Clock) {}

  /** Counts a call that is under way. @returns to be called at its end */
  begin(): () => void {
    this.#calls += 1;
    this.#look();
    return () => {
      this.#calls -= 1;
      this.#look();
    };
  }

  /** Resolves when a further rejection is held. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#watchers.push(resolve));
  }

  /** The model has answered: rejections are of rows. */
  answered(): void {
    this.#settle('item');
    this.#requests.clear();
  }

  /**
   * Holds a rejection.
   * @param request identifies the request
   * @throws the signal's reason
   */
  async hold(message: string, request: string, signal: AbortSignal): Promise<Rejected> {
    signal.throwIfAborted();
    const text = withoutNumbers(message);
    if (text !== this.#text) {
      this.#settle('item');
      this.#requests.clear();
      this.#text = text;
    }
    this.#requests.add(request);
    if (this.#requests.size >= HANDFUL) {
      this.#settle('every request');
      return 'every request';
    }
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        this.#held = this.#held.filter((one) => one !== held);
        this.#look();
        reject(signal.reason as Error);
      };
      const held: Held = {
        settle: (as) => {
          signal.removeEventListener('abort', abort);
          resolve(as);
        },
      };
      signal.addEventListener('abort', abort, { once: true });
      this.#held.push(held);
      for (const watcher of this.#watchers.splice(0)) watcher();
      this.#look();
    });
  }

  #settle(as: Rejected): void {
    for (const held of this.#held.splice(0)) held.settle(as);
    this.#look();
  }

  /** Starts or stops the wait for further calls. */
  #look(): void {
    const isLast = this.#held.length > 0 && this.#calls <= this.#held.length;
    if (!isLast) {
      this.#cancel?.();
      this.#cancel = undefined;
    } else
      this.#cancel ??= this.clock.after(GRACE_MS, () => {
        this.#cancel = undefined;
        this.#settle('item');
      });
  }
}

/** A message without what differs between replies: numbers and ids. */
export const withoutNumbers = (message: string): string =>
  message
    .replace(/\b(?=\w*\d)[\w-]{8,}\b/g, '#')
    .replace(/\d+/g, '#')
    .toLowerCase();
