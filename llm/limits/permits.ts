import type { Clock } from './clock.js';
import type { Leases } from './leases.js';

/** Renewal interval while there are calls; also the longest delay until a dead worker's permits are reused. */
const RENEW_MS = 1_000;
/** Minimum interval between requests for more permits. */
const AGAIN_MS = 100;
/** Maximum age of a lease for starting calls; others take it over after 30 s (store/workers.ts). */
const VALID_MS = 20_000;

/** This process's demand; read at each renewal. */
export interface Need {
  readonly inFlight: number;
  readonly wanted: number;
}

/** Permits for calls in flight: leased from the store and renewed while needed. */
export class Permits {
  #held = 0;
  /** Calls allowed in flight: at most those held and this worker's share. */
  #cap = 0;
  #renewedAt = -Infinity;
  #askedAt = -Infinity;
  #askedFor = 0;
  #asking: Promise<void> | undefined;
  #timer: { readonly at: number; readonly cancel: () => void } | undefined;
  #closed = false;

  /**
   * @param need the current demand
   * @param changed called when more calls may begin or, with an error, when permits are unavailable
   */
  constructor(
    private readonly leases: Leases,
    private readonly clock: Clock,
    private readonly need: () => Need,
    private readonly changed: (error?: unknown) => void,
  ) {}

  /** Calls allowed in flight now. */
  get cap(): number {
    return this.#valid() ? this.#cap : 0;
  }

  /** Renews permits and requests more if needed. */
  want(): void {
    if (this.#closed || this.#asking !== undefined) return;
    const { inFlight, wanted } = this.need();
    if (wanted + inFlight + this.#held === 0) return;
    const growing = wanted > this.cap && wanted > this.#askedFor;
    this.#askAt(this.#askedAt + (growing ? AGAIN_MS : RENEW_MS));
  }

  /** Releases all permits. No call may be in flight. */
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
    // Batches demands of one tick into one request.
    await Promise.resolve();
    const { inFlight, wanted } = this.need();
    // Until the store replies, no call begins beyond the number sent as `keep`.
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
      // A valid lease leaves time to retry.
      if (!this.#valid()) this.changed(error);
    }
  }
}
