/** The value of a record's own key, for names from outside; undefined if the key is inherited or missing. */
export const ownPart = <T>(parts: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  parts !== undefined && Object.hasOwn(parts, name) ? parts[name] : undefined;
