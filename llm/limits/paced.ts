import type { PacedResource, UnitRange } from '../../store/limits.js';
import type { Clock } from './clock.js';
import type { Leases } from './leases.js';
import { withoutExpired, takeFromStart, unitMs } from './pace.js';

/** A per-minute limit of one resource, as far as this process has leased it. */
export class Paced {
  readonly #unitMs: number;
  /** Units that a call takes at most. */
  readonly #most: number;
  #leased: readonly UnitRange[] = [];
  /** Units used beyond those taken; negative: taken but unused. */
  #owed = 0;
  #asking = false;
  #notBefore = -Infinity;

  /** @param changed called when more is available or, with an error, when leasing failed */
  constructor(
    readonly resource: PacedResource,
    perMinute: number,
    private readonly leases: Leases,
    private readonly clock: Clock,
    private readonly changed: (error?: unknown) => void,
    minuteMs?: number,
  ) {
    this.#unitMs = unitMs(perMinute, minuteMs);
    this.#most = Math.max(1, Math.floor(perMinute));
  }

  /**
   * When a call of this many units may begin; undefined while units are being leased (`changed` reports it).
   * @param calls similar calls about to begin, whose units are leased together
   */
  dueOf(units: number, calls: number): number | undefined {
    const now = this.clock.now();
    this.#lapse(now);
    const cost = this.#cost(units);
    const found = cost === 0 ? { due: now } : takeFromStart(this.#leased, cost);
    if (found !== undefined) return found.due;
    if (now < this.#notBefore) return this.#notBefore;
    const there = this.#leased.reduce((sum, { from, to }) => sum + to - from, 0);
    this.#lease(cost - there, cost * calls);
    return undefined;
  }

  /** Takes the units of a due call. */
  take(units: number): void {
    const cost = this.#cost(units);
    this.#owed += units - cost;
    this.#leased = (cost === 0 ? undefined : takeFromStart(this.#leased, cost))?.rest ?? this.#leased;
  }

  /** Corrects for actual usage of a call that took `units`. */
  settle(units: number, used: number): void {
    this.#owed += used - units;
  }

  /**
   * Whole units of the timeline that a call takes; a fraction is rounded up and counted in favour of the next call. A call
   * larger than the limit takes a whole minute, and the next calls the rest; otherwise it would wait forever.
   */
  #cost(units: number): number {
    return Math.max(0, Math.min(Math.ceil(units + this.#owed), this.#most));
  }

  #lapse(now: number): void {
    const before = this.#leased.length;
    this.#leased = withoutExpired(this.#leased, now);
    // Unused units are valid only within their minute.
    if (this.#leased.length === 0 && before > 0) this.#owed = Math.max(0, this.#owed);
  }

  #lease(step: number, wanted: number): void {
    if (this.#asking) return;
    this.#asking = true;
    void this.leases
      .pace(this.resource, { unitMs: this.#unitMs, step, wanted })
      .then(
        (grant) => {
          if ('askAgainInMs' in grant) this.#notBefore = this.clock.now() + grant.askAgainInMs;
          else this.#leased = [...this.#leased, grant];
          return undefined;
        },
        (error: unknown) => ({ error }),
      )
      .then((failed) => {
        this.#asking = false;
        this.changed(failed?.error);
      });
  }
}
