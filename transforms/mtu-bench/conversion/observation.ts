import type { JsonValue } from '../../../core/canonical.js';

/**
 * The observation of a call (formats/mtu-bench.md 1.2 and 6.5): one result as an object, several as a list, none as
 * `{}`; null if unknown. Null for a turn without call (the published files wrongly repeat the last one).
 */
export function observationOf(
  results: readonly Readonly<Record<string, JsonValue>>[] | null | undefined,
): JsonValue {
  if (results === undefined || results === null) return null;
  if (results.length === 0) return {};
  return results.length === 1 ? (results[0] ?? {}) : results;
}
