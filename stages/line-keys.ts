/** The ledger's keys of an item's calls, by stage, as a line of the lineage has them. */
export const lineKeys = (keys: Readonly<Record<string, readonly string[]>>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(keys).map(([stage, of]) => [stage, [...of]]));
