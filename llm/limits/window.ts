/**
 * Congestion window for calls in flight, as in TCP (RFC 5681): doubles per round trip up to the maximum or the first
 * refusal, then grows by one per round trip, and halves when the provider signals overload.
 */
export interface CallWindow {
  /** Calls in flight; fractional, rounded down in use. From 1 to `max`. */
  readonly size: number;
  readonly max: number;
  readonly doubling: boolean;
  /**
   * Calls are numbered as they begin. Replies to earlier calls do not affect the current window, so one round trip
   * halves it once.
   */
  readonly since: number;
}

export const openingWindow = (max: number, start: number): CallWindow => ({
  size: Math.min(start, max),
  max,
  doubling: start < max,
  since: 0,
});

/** After a success of this call. */
export function grown(window: CallWindow, call: number): CallWindow {
  if (call < window.since) return window;
  const size = Math.min(window.max, window.size + (window.doubling ? 1 : 1 / window.size));
  return { ...window, size, doubling: window.doubling && size < window.max };
}

/**
 * After the provider refused this call as too much.
 * @param inFlight calls in flight including this one; if fewer than the window, half of them are kept
 * @param next number of the next call
 */
export function halved(window: CallWindow, call: number, inFlight: number, next: number): CallWindow {
  if (call < window.since) return window;
  const size = Math.max(1, Math.min(window.size, inFlight) / 2);
  return { ...window, size, doubling: false, since: next };
}
