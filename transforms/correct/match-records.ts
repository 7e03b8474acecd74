/** Position of a record. */
interface Place {
  readonly itemId: string;
  readonly source: string;
  readonly file: string;
}

/** A record with an earlier review decision. */
export interface EarlierRecord extends Place {
  /** Its published and its accepted version; they differ if it was edited. */
  readonly versions: readonly string[];
}

/** A record of published files. */
export interface RecordNow extends Place {
  readonly version: string;
}

/**
 * Finds the earlier record with the same content for each record, so that decisions follow records whose line has
 * changed. Records at the same place are matched first, then those of the same file, then all others. Equal records are
 * matched in their order, and none is matched twice.
 * @returns earlier records by item id of the record
 */
export function matchRecords<E extends EarlierRecord>(
  earlier: readonly E[],
  now: readonly RecordNow[],
): Map<string, E> {
  const found = new Map<string, E>();
  const used = new Set<E>();
  const matchBy = (placeOf: (one: Place) => readonly string[]): void => {
    const keyOf = (one: Place, version: string): string => JSON.stringify([...placeOf(one), version]);
    const free = new Map<string, E[]>();
    for (const one of earlier)
      if (!used.has(one))
        for (const version of new Set(one.versions)) {
          const key = keyOf(one, version);
          const same = free.get(key);
          if (same) same.push(one);
          else free.set(key, [one]);
        }
    for (const one of now) {
      if (found.has(one.itemId)) continue;
      const same = free.get(keyOf(one, one.version))?.find((candidate) => !used.has(candidate));
      if (same === undefined) continue;
      used.add(same);
      found.set(one.itemId, same);
    }
  };
  matchBy(({ itemId }) => [itemId]);
  matchBy(({ source, file }) => [source, file]);
  matchBy(() => []);
  return found;
}
