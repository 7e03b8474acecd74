/** What a table has under a name from outside; undefined for a name that it inherits or does not have. */
export const ownPart = <T>(parts: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  parts !== undefined && Object.hasOwn(parts, name) ? parts[name] : undefined;
