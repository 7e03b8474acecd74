import { byText } from '../../core/ids.js';

/** A subcategory for which queries are wanted. */
export interface WantedIn {
  /** `Category/Subcategory`. */
  readonly path: string;
  /** Number of its tools. */
  readonly tools: number;
}

/**
 * Divides a number in proportion to shares, by the largest remainder; ties go to the first share.
 * @returns whole numbers with this sum, in the order of the shares; all 0 if the shares are
 */
export function sharedOut(number: number, shares: ReadonlyMap<string, number>): Map<string, number> {
  const all = [...shares.values()].reduce((sum, share) => sum + share, 0);
  const parts = [...shares].map(([name, share], at) => {
    const exact = all === 0 ? 0 : (number * share) / all;
    return { name, at, whole: Math.floor(exact), left: exact - Math.floor(exact) };
  });
  const open = all === 0 ? 0 : number - parts.reduce((sum, { whole }) => sum + whole, 0);
  const more = new Set(
    [...parts]
      .sort((a, b) => b.left - a.left || a.at - b.at)
      .slice(0, open)
      .map(({ name }) => name),
  );
  return new Map(parts.map(({ name, whole }) => [name, whole + (more.has(name) ? 1 : 0)]));
}

/**
 * Divides a scenario's target among its subcategories: one query each as far as possible, the rest in proportion to
 * their tools. The paper wants to cover the needs of as many tools as possible (2.3), but gives no shares.
 * @returns queries by path, in order of path
 */
export function dividedTarget(target: number, among: readonly WantedIn[]): Map<string, number> {
  const sorted = [...among].sort((a, b) => byText(a.path, b.path));
  const largest = [...sorted].sort((a, b) => b.tools - a.tools || byText(a.path, b.path));
  const first = new Set(largest.slice(0, target).map(({ path }) => path));
  const rest = sharedOut(target - first.size, new Map(sorted.map(({ path, tools }) => [path, tools])));
  return new Map(sorted.map(({ path }) => [path, (rest.get(path) ?? 0) + (first.has(path) ? 1 : 0)]));
}
