/**
 * How many calls a worker lets onto the wire at once, learned from the answers as TCP does (RFC 5681): from a few it
 * doubles with each round trip up to the configured maximum or the first refusal, then grows by one a round trip, and
 * halves when the provider says that it is too much.
 */
export interface CallWindow {
  /** Calls at once; the whole part counts. From 1 to `max`. */
  readonly size: number;
  readonly max: number;
  readonly doubling: boolean;
  /**
   * Calls are numbered as they begin. What answers a call before this number says nothing of the window as it is now:
   * so the calls of one round trip halve it once.
   */
  readonly since: number;
}

export const openingWindow = (max: number, start: number): CallWindow => ({
  size: Math.min(start, max),
  max,
  doubling: start < max,
  since: 0,
});

/** After an answer to the call of this number. */
export function grown(window: CallWindow, call: number): CallWindow {
  if (call < window.since) return window;
  const size = Math.min(window.max, window.size + (window.doubling ? 1 : 1 / window.size));
  return { ...window, size, doubling: window.doubling && size < window.max };
}

/**
 * After the provider refused the call of this number as too much.
 * @param inFlight calls on the wire with this one: where they are fewer than the window allows, half of them is kept
 * @param next the number of the next call to begin
 */
export function halved(window: CallWindow, call: number, inFlight: number, next: number): CallWindow {
  if (call < window.since) return window;
  const size = Math.max(1, Math.min(window.size, inFlight) / 2);
  return { ...window, size, doubling: false, since: next };
}
