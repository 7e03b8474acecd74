/** Puts a value last into a map. Where there are then more than `most`, the one that has been there longest is removed. */
export function keepRecent<K, V>(map: Map<K, V>, key: K, value: V, most: number): V {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.size > most ? map.keys() : [];
  if (oldest !== undefined) map.delete(oldest);
  return value;
}
