import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../../llm/limits/clock.js';

/** A clock that stands still until it is advanced. */
export class VirtualClock implements Clock {
  #now: number;
  #timers: { readonly at: number; readonly action: () => void }[] = [];

  constructor(startMs = 0) {
    this.#now = startMs;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, action: () => void): () => void {
    const timer = { at: this.#now + Math.max(0, ms), action };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  /** Lets a time pass: acts at each timer's moment, and lets everything that follows from it happen first. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    await turn();
    for (;;) {
      const next = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#timers = this.#timers.filter((other) => other !== next);
      this.#now = Math.max(this.#now, next.at);
      next.action();
      await turn();
    }
    this.#now = end;
  }

  /** Time goes on and nothing happens, as while a process is busy. */
  jump(ms: number): void {
    this.#now += ms;
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }
}
