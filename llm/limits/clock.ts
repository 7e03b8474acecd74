/** The time that limits are kept by; its zero means nothing. */
export interface Clock {
  /** Milliseconds, never going back. */
  now(): number;
  /** Acts once, not before `ms` have passed by `now()`. @returns what calls it off */
  after(ms: number, action: () => void): () => void;
}

/** The process's own clock. A timer of Node's may fire up to a millisecond early: then it is set again. */
export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, action) {
    const due = performance.now() + ms;
    let timer: NodeJS.Timeout;
    const wait = (left: number): void => {
      timer = setTimeout(() => {
        const early = due - performance.now();
        if (early > 0) wait(early);
        else action();
      }, Math.ceil(left));
    };
    wait(ms);
    return () => clearTimeout(timer);
  },
};
