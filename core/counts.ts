/** The sum of counts, by reason or kind. */
export const sumOf = <T extends Readonly<Record<keyof T, number>>>(counts: T): number =>
  Object.values<number>(counts).reduce((sum, count) => sum + count, 0);
