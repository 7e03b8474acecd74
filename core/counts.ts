import { byText } from './ids.js';
import { ownPart } from './own-part.js';
import { putPart } from './own-record.js';

/** The sum of counts, by reason or kind. */
export const sumOf = <T extends Readonly<Record<keyof T, number>>>(counts: T): number =>
  Object.values<number>(counts).reduce((sum, count) => sum + count, 0);

/** Increments the count of a kind. */
export const addOne = (counts: Record<string, number>, kind: string): void => {
  putPart(counts, kind, (ownPart(counts, kind) ?? 0) + 1);
};

/** The entries sorted by name, so that the result does not depend on the order of counting. */
export const inOrder = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Number of occurrences of each name, sorted by name. */
export function countBy(names: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => byText(a, b)));
}
