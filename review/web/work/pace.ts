/** Longer pauses are no work on an item, milliseconds. */
const PAUSE_MS = 10 * 60_000;

export interface PaceNow {
  /** Decisions since one signed in. */
  readonly decided: number;
  /** Seconds from one decision to the next, without pauses; undefined until there are some. */
  readonly seconds?: number;
}

/** How fast one is in this session. */
export class Pace {
  #times: number[] = [];
  #now: PaceNow = { decided: 0 };
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly snapshot = (): PaceNow => this.#now;

  add(atMs: number): void {
    this.#times.push(atMs);
    const gaps = this.#times
      .slice(1)
      .map((time, at) => time - (this.#times[at] ?? time))
      .filter((gap) => gap <= PAUSE_MS);
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length / 1000;
    this.#now = {
      decided: this.#times.length,
      ...(gaps.length > 0 && { seconds: Math.max(1, Math.round(mean)) }),
    };
    for (const listener of this.#listeners) listener();
  }
}
