/** Ledger keys of an item's calls, by stage, in the form of the lineage. */
export const lineKeys = (keys: Readonly<Record<string, readonly string[]>>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(keys).map(([stage, of]) => [stage, [...of]]));
