import type { JsonValue } from '../../../core/canonical.js';

/**
 * The observation of a call (formats/mtu-bench.md 1.2 and 6.5): one result as an object, several as a list, none
 * found as `{}`; null where a call's results are not known. A turn without a call has none: null (the published files repeat the last one there; we do not).
 */
export function observationOf(
  results: readonly Readonly<Record<string, JsonValue>>[] | null | undefined,
): JsonValue {
  if (results === undefined || results === null) return null;
  if (results.length === 0) return {};
  return results.length === 1 ? (results[0] ?? {}) : results;
}
