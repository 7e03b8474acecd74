/** Adds a value as the last of a map. If the map then has more than `most` values, removes the oldest. */
export function keepRecent<K, V>(map: Map<K, V>, key: K, value: V, most: number): V {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.size > most ? map.keys() : [];
  if (oldest !== undefined) map.delete(oldest);
  return value;
}
