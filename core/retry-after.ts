const SECONDS = /^\d+(\.\d+)?$/;

/**
 * Parses a `Retry-After` header: seconds, or an HTTP date (RFC 9110, 10.2.3).
 * @param nowMs the time that a date is compared with; NaN if unknown
 * @param longestMs limits what a server may ask for
 * @returns whole milliseconds, 0 for a past date; undefined if absent or unreadable
 */
export function retryAfterMs(
  header: string | null | undefined,
  nowMs: number,
  longestMs = Infinity,
): number | undefined {
  const text = header?.trim() ?? '';
  const ms = SECONDS.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.min(longestMs, Math.max(0, Math.ceil(ms)));
}
