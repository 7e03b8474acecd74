import fc from 'fast-check';
import { agnes, type Cluster } from 'ml-hclust';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../core/random.js';
import {
  clusterByAverageLinkage,
  type Linkage,
} from '../../../../transforms/mtu-bench/clustering/average-linkage.js';
import {
  cosineDistances,
  type DistanceMatrix,
} from '../../../../transforms/mtu-bench/clustering/cosine-distances.js';
import { itLong } from '../../../support/it-long.js';

/** A matrix from the distances of pairs (0,1), (0,2), (1,2), (0,3) ... */
function matrix(...pairs: number[]): DistanceMatrix {
  const size = (1 + Math.sqrt(1 + 8 * pairs.length)) / 2;
  const values = new Float64Array(size * size);
  for (let b = 1, pair = 0; b < size; b++) {
    for (let a = 0; a < b; a++, pair++) values[a * size + b] = values[b * size + a] = pairs[pair] ?? NaN;
  }
  return { size, values };
}

/** Vectors around a few centres, so that there is something to find. */
function vectorsOf(seed: number, size: number, width: number): number[][] {
  const random = seededRandom(seed, 'vectors');
  const number = (): number => random.int(-1000, 1000);
  const centres = Array.from({ length: 1 + Math.floor(size / 4) }, () =>
    Array.from({ length: width }, number),
  );
  return Array.from({ length: size }, () => {
    const centre = centres[random.int(0, centres.length - 1)] ?? [];
    return centre.map((component) => component + number() / 2);
  });
}

const rows = ({ size, values }: DistanceMatrix): number[][] =>
  Array.from({ length: size }, (_, row) => [...values.subarray(row * size, (row + 1) * size)]);

const heightsOf = ({ merges }: Linkage): number[] => merges.map(({ height }) => height).sort((a, b) => a - b);

function heightsOfTree(tree: Cluster): number[] {
  const heights: number[] = [];
  tree.traverse((node) => {
    if (!node.isLeaf) heights.push(node.height);
  });
  return heights.sort((a, b) => a - b);
}

const partition = (clusters: readonly (readonly number[])[]): string[] =>
  clusters.map((members) => [...members].sort((a, b) => a - b).join()).sort();

describe('average linkage', () => {
  it('brings the nearest together first, then by the mean of all pairs', () => {
    const distances = matrix(0.1, 0.4, 0.6, 0.9, 0.9, 0.9);
    expect(clusterByAverageLinkage(distances, 2).merges).toEqual([
      { a: 0, b: 1, height: 0.1 },
      { a: 0, b: 2, height: 0.5 },
      { a: 0, b: 3, height: expect.closeTo(0.9, 9) as number },
    ]);
    expect(clusterByAverageLinkage(distances, 0.5).clusters).toEqual([[0, 1, 2], [3]]);
    expect(clusterByAverageLinkage(distances, 0.49).clusters).toEqual([[0, 1], [2], [3]]);
    expect(clusterByAverageLinkage(distances, 0.09).clusters).toEqual([[0], [1], [2], [3]]);
  });

  it('takes the first of equally near neighbours', () => {
    expect(clusterByAverageLinkage(matrix(0.5, 0.5, 0.9), 0.6).clusters).toEqual([[0, 1], [2]]);
  });

  it('finds nothing in nothing', () => {
    expect(clusterByAverageLinkage(cosineDistances([]), 1)).toEqual({ clusters: [], merges: [] });
    expect(clusterByAverageLinkage(cosineDistances([[1, 0]]), 1).clusters).toEqual([[0]]);
  });

  it('never has a forbidden pair in one cluster, however near', () => {
    const near = matrix(0.01, 0.02, 0.02);
    const { clusters } = clusterByAverageLinkage(near, 2, (a, b) => a + b === 1);
    expect(clusters).toEqual([[0, 2], [1]]);
  });

  it.each([2, 3, 5, 17, 60, 150])(
    'gives the heights and the partitions of agnes on %i random vectors',
    (size) => {
      const distances = cosineDistances(vectorsOf(size, size, 24));
      const tree = agnes(rows(distances), { method: 'average', isDistanceMatrix: true });
      const linkage = clusterByAverageLinkage(distances, 2);
      const heights = heightsOfTree(tree);
      expect(linkage.merges).toHaveLength(size - 1);
      heightsOf(linkage).forEach((height, index) => expect(height).toBeCloseTo(heights[index] ?? NaN, 6));
      // Between two heights, where neither side rounds the other way.
      for (const [index, height] of heights.entries()) {
        const threshold = (height + (heights[index + 1] ?? 2)) / 2;
        expect(partition(clusterByAverageLinkage(distances, threshold).clusters)).toEqual(
          partition(tree.cut(threshold).map((cluster) => cluster.indices())),
        );
      }
    },
  );

  it('gives the partition of agnes at any threshold', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 2, max: 40 }),
        fc.integer({ min: 2, max: 12 }),
        fc.double({ min: 0.001, max: 1.5, noNaN: true }),
        (seed, size, width, threshold) => {
          const distances = cosineDistances(vectorsOf(seed, size, width));
          const tree = agnes(rows(distances), { method: 'average', isDistanceMatrix: true });
          fc.pre(heightsOfTree(tree).every((height) => Math.abs(height - threshold) > 1e-6));
          expect(partition(clusterByAverageLinkage(distances, threshold).clusters)).toEqual(
            partition(tree.cut(threshold).map((cluster) => cluster.indices())),
          );
        },
      ),
    );
  });

  it('keeps every index once, forbidden pairs apart, and no two clusters as near as the threshold', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 1, max: 30 }),
        fc.double({ min: 0, max: 2, noNaN: true }),
        fc.integer({ min: 2, max: 6 }),
        (seed, size, threshold, kinds) => {
          const distances = cosineDistances(vectorsOf(seed, size, 5));
          const forbidden = (a: number, b: number): boolean => (a * 7 + b * 7) % kinds === 1;
          const { clusters } = clusterByAverageLinkage(distances, threshold, forbidden);
          expect(clusters.flat().sort((a, b) => a - b)).toEqual([...Array(size).keys()]);
          for (const members of clusters) {
            for (const a of members) for (const b of members) expect(a < b && forbidden(a, b)).toBe(false);
          }
          for (const [index, one] of clusters.entries()) {
            for (const other of clusters.slice(index + 1)) {
              const pairs = one.flatMap((a) => other.map((b) => [Math.min(a, b), Math.max(a, b)] as const));
              if (pairs.some(([a, b]) => forbidden(a, b))) continue;
              const sum = pairs.reduce((total, [a, b]) => total + (distances.values[a * size + b] ?? NaN), 0);
              expect(sum / pairs.length).toBeGreaterThan(threshold - 1e-9);
            }
          }
        },
      ),
    );
  });

  itLong('takes 2,000 vectors of 384 dimensions', () => {
    const random = seededRandom(7, 'many');
    const centres = Array.from({ length: 400 }, () =>
      Array.from({ length: 384 }, () => random.int(-100, 100)),
    );
    const vectors = Array.from({ length: 2000 }, (_, index) =>
      (centres[index % 400] ?? []).map(
        (component, column) => component + ((index * 31 + column * 17) % 21) - 10,
      ),
    );
    const { clusters, merges } = clusterByAverageLinkage(cosineDistances(vectors), 0.1);
    expect(merges).toHaveLength(1600);
    expect(clusters).toHaveLength(400);
    for (const members of clusters) expect(new Set(members.map((member) => member % 400)).size).toBe(1);
  });
});
