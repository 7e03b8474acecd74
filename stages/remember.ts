const KEPT = 64;

/** What was read before, or is being read. Keeps the newest results; a failure is not kept, so the next try reads again. */
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
