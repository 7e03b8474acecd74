import type { DistanceMatrix } from './cosine-distances.js';

/** Two merged clusters, each named by its smallest index. */
export interface Merge {
  readonly a: number;
  readonly b: number;
  /** Mean distance between their members. */
  readonly height: number;
}

export interface Linkage {
  /** All indices: clusters by smallest index, members ascending. */
  readonly clusters: readonly (readonly number[])[];
  /** In the order found, not by height. */
  readonly merges: readonly Merge[];
}

/**
 * Agglomerative clustering with average linkage (UPGMA), cut at a fixed threshold (MTU-Bench §3, tool clustering):
 * merges clusters while their mean distance is at most `threshold`; no cluster holds a `cannotLink` pair.
 * Deterministic: ties go to the smaller index. Implemented as a nearest-neighbour chain, quadratic in time and space:
 * average linkage never moves clusters closer to a third than the closer of the two was, so mutual nearest neighbours
 * can be merged in any order and a cluster whose nearest neighbour is too far is final. Both also hold for infinite
 * distances, which forbidden pairs get.
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

/** The nearest open cluster; ties go to the previous one in the chain, otherwise it would not terminate. */
function nearestOf(
  of: number,
  previous: number | undefined,
  open: ReadonlySet<number>,
  between: Float64Array,
  size: number,
): number | undefined {
  let nearest = previous;
  let least = previous === undefined ? Infinity : distanceAt(between, size, of, previous);
  // Ascending: indices were added in order and are only removed.
  for (const other of open) {
    const distance = distanceAt(between, size, of, other);
    if (other !== of && distance < least) [nearest, least] = [other, distance];
  }
  return nearest;
}

/** Merges `b` into `a`; distances become means over all members (Lance and Williams). */
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
