/** Longer gaps between decisions count as pauses, in milliseconds. */
const PAUSE_MS = 10 * 60_000;

export interface PaceNow {
  /** Decisions since sign-in. */
  readonly decided: number;
  /** Seconds between decisions, without pauses; undefined while there are too few. */
  readonly seconds?: number;
}

/** The reviewer's pace in this session. */
export class Pace {
  readonly #decided = new Map<string, number>();
  #now: PaceNow = { decided: 0 };
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly snapshot = (): PaceNow => this.#now;

  add(decision: string, atMs: number): void {
    this.#decided.set(decision, atMs);
    this.#count();
  }
  /** The decision was undone; it counts again when it is made again. */
  drop(decision: string): void {
    if (this.#decided.delete(decision)) this.#count();
  }
  #count(): void {
    const times = [...this.#decided.values()];
    const gaps = times
      .slice(1)
      .map((time, at) => time - (times[at] ?? time))
      .filter((gap) => gap <= PAUSE_MS);
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length / 1000;
    this.#now = {
      decided: times.length,
      ...(gaps.length > 0 && { seconds: Math.max(1, Math.round(mean)) }),
    };
    for (const listener of this.#listeners) listener();
  }
}
