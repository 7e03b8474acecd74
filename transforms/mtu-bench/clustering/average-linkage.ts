import type { DistanceMatrix } from './cosine-distances.js';

/** Two clusters that became one, each named by its smallest index. */
export interface Merge {
  readonly a: number;
  readonly b: number;
  /** Mean distance between the members of the one and of the other. */
  readonly height: number;
}

export interface Linkage {
  /** Every index once: clusters by their smallest index, members ascending. */
  readonly clusters: readonly (readonly number[])[];
  /** In the order in which they were found, which is not that of their heights. */
  readonly merges: readonly Merge[];
}

/**
 * Agglomerative clustering with average linkage (UPGMA), cut at a fixed threshold (MTU-Bench §3, tool clustering): two
 * clusters come together while their mean distance is at most `threshold`. No cluster holds a pair for which
 * `cannotLink` is true. Deterministic; of equally near neighbours the one with the smaller index.
 *
 * A nearest-neighbour chain, quadratic in time and space: average linkage never brings clusters nearer to a third than
 * the nearer of them was, so mutual nearest neighbours can be merged in any order, and a cluster whose nearest
 * neighbour is too far is finished. Both hold as well with an infinite distance, which is what a forbidden pair gets.
 */
export function clusterByAverageLinkage(
  distances: DistanceMatrix,
  threshold: number,
  cannotLink?: (a: number, b: number) => boolean,
): Linkage {
  const { size } = distances;
  const between = distances.values.slice();
  if (cannotLink) forbid(between, size, cannotLink);
  const members = Array.from({ length: size }, (_, index) => [index]);
  const open = new Set(members.keys());
  const clusters: number[][] = [];
  const merges: Merge[] = [];
  const chain: number[] = [];
  for (;;) {
    const top = chain.at(-1) ?? first(open);
    if (top === undefined) break;
    if (chain.length === 0) chain.push(top);
    const previous = chain.at(-2);
    const nearest = nearestOf(top, previous, open, between, size);
    if (nearest === undefined || distanceAt(between, size, top, nearest) > threshold) {
      open.delete(top);
      chain.pop();
      clusters.push((members[top] as number[]).sort((a, b) => a - b));
    } else if (nearest === previous) {
      const [a, b] = top < previous ? [top, previous] : [previous, top];
      merges.push({ a, b, height: distanceAt(between, size, a, b) });
      chain.length -= 2;
      open.delete(b);
      merge(a, b, members, open, between, size);
    } else chain.push(nearest);
  }
  return { clusters: clusters.sort((a, b) => (a[0] as number) - (b[0] as number)), merges };
}

const first = (open: ReadonlySet<number>): number | undefined => open.values().next().value;

const distanceAt = (between: Float64Array, size: number, a: number, b: number): number =>
  between[a * size + b] as number;

function forbid(between: Float64Array, size: number, cannotLink: (a: number, b: number) => boolean): void {
  for (let a = 0; a < size; a++) {
    for (let b = a + 1; b < size; b++) {
      if (!cannotLink(a, b)) continue;
      between[a * size + b] = Infinity;
      between[b * size + a] = Infinity;
    }
  }
}

/** The nearest open cluster; the one before in the chain if it is as near, else the chain would never end. */
function nearestOf(
  of: number,
  previous: number | undefined,
  open: ReadonlySet<number>,
  between: Float64Array,
  size: number,
): number | undefined {
  let nearest = previous;
  let least = previous === undefined ? Infinity : distanceAt(between, size, of, previous);
  // In ascending order: indices were added so, and leave but never come back.
  for (const other of open) {
    const distance = distanceAt(between, size, of, other);
    if (other !== of && distance < least) [nearest, least] = [other, distance];
  }
  return nearest;
}

/** Puts `b` into `a`: distances to the others are the means over all members (Lance and Williams). */
function merge(
  a: number,
  b: number,
  members: number[][],
  open: ReadonlySet<number>,
  between: Float64Array,
  size: number,
): void {
  const [into, from] = [members[a] as number[], members[b] as number[]];
  for (const other of open) {
    if (other === a) continue;
    const mean =
      (into.length * distanceAt(between, size, a, other) +
        from.length * distanceAt(between, size, b, other)) /
      (into.length + from.length);
    between[a * size + other] = mean;
    between[other * size + a] = mean;
  }
  into.push(...from);
}
