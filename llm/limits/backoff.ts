import type { SeededRandom } from '../../core/random.js';

/** How long to wait before a call is sent again. */
export interface Backoff {
  readonly backoffMs: number;
  readonly backoffMaxMs: number;
}

/**
 * Milliseconds to wait after the failure of attempt `attempt` (from 0): between a half and the whole of a wait that
 * doubles with each attempt. Where the provider said how long, never less than that, and a little more for each call,
 * as they were all told the same.
 */
export function waitBefore(
  { backoffMs, backoffMaxMs }: Backoff,
  attempt: number,
  toldMs: number | undefined,
  random: SeededRandom,
): number {
  const part = random.int(0, 1_000) / 1_000;
  const most = Math.min(backoffMaxMs, backoffMs * 2 ** attempt);
  if (toldMs !== undefined) return toldMs + part * backoffMs;
  return (most * (1 + part)) / 2;
}
