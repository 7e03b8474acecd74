import { keepRecent } from '../core/keep-recent.js';

const KEPT = 64;

/** Caches the newest results and pending reads by key; failures are not cached. */
export function memoizeAsync<T>(
  cache: Map<string, Promise<T>>,
  key: string,
  read: () => Promise<T>,
): Promise<T> {
  const known = cache.get(key);
  if (known) return known;
  const value = read();
  value.catch(() => cache.delete(key));
  return keepRecent(cache, key, value, KEPT);
}
