import type { Clock } from './clock.js';
import type { Leases } from './leases.js';

/** Permits are asked for again this often while there are calls: so those of a dead worker are taken up within it. */
const RENEW_MS = 1_000;
/** Not more often than this when more are wanted in between. */
const AGAIN_MS = 100;
/** No call begins under a lease that was renewed longer ago; others take it over after 30 s (store/workers.ts). */
const VALID_MS = 20_000;

/** What the calls of this process need; asked whenever permits are renewed. */
export interface Need {
  readonly inFlight: number;
  readonly wanted: number;
}

/** The permits for calls in flight that this process holds: leased from the store, renewed while they are needed. */
export class Permits {
  #held = 0;
  /** Calls that may be in flight: no more than is held, and than is this worker's share. */
  #cap = 0;
  #renewedAt = -Infinity;
  #askedAt = -Infinity;
  #askedFor = 0;
  #asking: Promise<void> | undefined;
  #timer: { readonly at: number; readonly cancel: () => void } | undefined;
  #closed = false;

  /**
   * @param need what the process needs now
   * @param changed told when calls may begin that could not before, or, with an error, that permits cannot be had
   */
  constructor(
    private readonly leases: Leases,
    private readonly clock: Clock,
    private readonly need: () => Need,
    private readonly changed: (error?: unknown) => void,
  ) {}

  /** Calls that may be in flight at this moment. */
  get cap(): number {
    return this.#valid() ? this.#cap : 0;
  }

  /** Sees to it that permits are renewed, and asked for if more are needed than there are. */
  want(): void {
    if (this.#closed || this.#asking !== undefined) return;
    const { inFlight, wanted } = this.need();
    if (wanted + inFlight + this.#held === 0) return;
    const growing = wanted > this.cap && wanted > this.#askedFor;
    this.#askAt(this.#askedAt + (growing ? AGAIN_MS : RENEW_MS));
  }

  /** Gives back what is held. No call may be in flight. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#timer?.cancel();
    await this.#asking;
    if (this.#held > 0) await this.leases.permits({ keep: 0, wanted: 0 });
  }

  #valid(): boolean {
    return this.clock.now() - this.#renewedAt < VALID_MS;
  }

  #askAt(at: number): void {
    if (this.#timer !== undefined && this.#timer.at <= at) return;
    this.#timer?.cancel();
    this.#timer = undefined;
    const left = at - this.clock.now();
    if (left <= 0) this.#ask();
    else this.#timer = { at, cancel: this.clock.after(left, () => this.#ask()) };
  }

  #ask(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#askedAt = this.clock.now();
    this.#asking = this.#renew().finally(() => {
      this.#asking = undefined;
      this.want();
    });
  }

  async #renew(): Promise<void> {
    const now = this.#askedAt;
    // Calls that come in one go are asked for in one.
    await Promise.resolve();
    const { inFlight, wanted } = this.need();
    // Promised to the store, so kept until it answers: no call begins beyond it meanwhile.
    const keep = this.#valid() ? Math.max(inFlight, Math.min(this.#cap, wanted)) : inFlight;
    this.#cap = keep;
    this.#askedFor = wanted;
    try {
      const { held, share } = await this.leases.permits({ keep, wanted });
      this.#held = held;
      this.#cap = Math.min(held, share);
      this.#renewedAt = now;
      this.changed();
    } catch (error) {
      // As long as the lease lasts there is time to try again.
      if (!this.#valid()) this.changed(error);
    }
  }
}
