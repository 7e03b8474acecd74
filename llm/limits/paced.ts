import type { PacedResource } from '../../store/limits.js';
import type { Clock } from './clock.js';
import type { Leases } from './leases.js';
import { withoutExpired, takeFromStart, unitMs, type Stretch } from './pace.js';

/** A per-minute limit of one resource, as far as this process has leased it. */
export class Paced {
  readonly #unit: number;
  #stretches: readonly Stretch[] = [];
  /** Units used beyond those taken; negative: taken but unused. */
  #owed = 0;
  #asking = false;
  #notBefore = -Infinity;

  /** @param changed called when more is available or, with an error, when leasing failed */
  constructor(
    readonly resource: PacedResource,
    private readonly perMinute: number,
    private readonly leases: Leases,
    private readonly clock: Clock,
    private readonly changed: (error?: unknown) => void,
    minuteMs?: number,
  ) {
    this.#unit = unitMs(perMinute, minuteMs);
  }

  /**
   * When a call of this many units may begin; undefined while time is being leased (`changed` reports it).
   * @param calls similar calls about to begin, whose time is leased together
   */
  dueOf(units: number, calls: number): number | undefined {
    const now = this.clock.now();
    this.#lapse(now);
    const ms = this.#cost(units);
    const found = ms === 0 ? { due: now } : takeFromStart(this.#stretches, ms);
    if (found !== undefined) return found.due;
    if (now < this.#notBefore) return this.#notBefore;
    const there = this.#stretches.reduce((sum, { from, to }) => sum + to - from, 0);
    this.#lease(Math.max(ms - there, this.#unit), ms * calls);
    return undefined;
  }

  /** Takes the time of a due call. */
  take(units: number): void {
    const ms = this.#cost(units);
    this.#owed += units - ms / this.#unit;
    this.#stretches = (ms === 0 ? undefined : takeFromStart(this.#stretches, ms))?.rest ?? this.#stretches;
  }

  /** Corrects for actual usage of a call that took `units`. */
  settle(units: number, used: number): void {
    this.#owed += used - units;
  }

  /** A call larger than the limit counts as the whole minute; otherwise it would wait forever. */
  #cost(units: number): number {
    return Math.max(0, Math.min(units + this.#owed, this.perMinute)) * this.#unit;
  }

  #lapse(now: number): void {
    const before = this.#stretches.length;
    this.#stretches = withoutExpired(this.#stretches, now, this.#unit);
    // Unused units are valid only within their minute.
    if (this.#stretches.length === 0 && before > 0) this.#owed = Math.max(0, this.#owed);
  }

  #lease(stepMs: number, wantedMs: number): void {
    if (this.#asking) return;
    this.#asking = true;
    void this.leases
      .pace(this.resource, { stepMs, wantedMs })
      .then(
        (grant) => {
          if ('toMs' in grant) this.#stretches = [...this.#stretches, { from: grant.fromMs, to: grant.toMs }];
          else this.#notBefore = this.clock.now() + grant.askAgainInMs;
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
