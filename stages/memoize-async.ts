const KEPT = 64;

/** Caches the newest results and pending reads by key; failures are not cached. */
export function memoizeAsync<T>(
  cache: Map<string, Promise<T>>,
  key: string,
  read: () => Promise<T>,
): Promise<T> {
  let value = cache.get(key);
  if (!value) {
    value = read();
    value.catch(() => cache.delete(key));
    cache.set(key, value);
    const oldest = cache.keys().next().value;
    if (cache.size > KEPT && oldest !== undefined) cache.delete(oldest);
  }
  return value;
}
