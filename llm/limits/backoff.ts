import type { SeededRandom } from '../../core/random.js';

/** Delays before a call is sent again. */
export interface Backoff {
  readonly backoffMs: number;
  readonly backoffMaxMs: number;
}

/**
 * Delay after attempt `attempt` (from 0) failed, in milliseconds: between half and all of a delay that doubles per
 * attempt. Never less than the provider's Retry-After, plus jitter, because all calls got the same value.
 */
export function waitBefore(
  { backoffMs, backoffMaxMs }: Backoff,
  attempt: number,
  retryAfterMs: number | undefined,
  random: SeededRandom,
): number {
  const part = random.int(0, 1_000) / 1_000;
  const most = Math.min(backoffMaxMs, backoffMs * 2 ** attempt);
  if (retryAfterMs !== undefined) return retryAfterMs + part * backoffMs;
  return (most * (1 + part)) / 2;
}
