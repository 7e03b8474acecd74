import { byText } from '../../../core/ids.js';
import { clusterByAverageLinkage } from '../../mtu-bench/clustering/average-linkage.js';
import { cosineDistances, roundDistance } from '../../mtu-bench/clustering/cosine-distances.js';

/** A name without case and separators: `getWeather` and `get_weather` are equal. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, '');

/** Settings of the search for similar tools. */
export interface LikeTools {
  /** Cosine similarity from which tools count as similar; between groups, the mean over their members. */
  readonly similarity: number;
  /** Pairs that reviewers decided not to merge. */
  readonly apart?: readonly (readonly [string, string])[];
}

/**
 * Groups of two or more tools with similar vectors, or with names that differ only in case and separators. Independent
 * of the order of names.
 * @param vectors by name, of equal length
 */
export function likeTools(
  vectors: ReadonlyMap<string, readonly number[]>,
  { similarity, apart = [] }: LikeTools,
): readonly (readonly string[])[] {
  const names = [...vectors.keys()].sort(byText);
  const distances = cosineDistances(names.map((name) => vectors.get(name) ?? []));
  const plain = new Map<string, number[]>();
  for (const [at, name] of names.entries()) {
    const key = plainName(name);
    const same = plain.get(key) ?? [];
    for (const other of same) {
      distances.values[at * names.length + other] = 0;
      distances.values[other * names.length + at] = 0;
    }
    plain.set(key, [...same, at]);
  }
  const separate = new Set(apart.flatMap(([a, b]) => [pairOf(a, b), pairOf(b, a)]));
  const { clusters } = clusterByAverageLinkage(
    distances,
    roundDistance(1 - similarity),
    separate.size === 0 ? undefined : (a, b) => separate.has(pairOf(names[a] ?? '', names[b] ?? '')),
  );
  return clusters.filter(({ length }) => length > 1).map((members) => members.map((at) => names[at] ?? ''));
}

const pairOf = (a: string, b: string): string => JSON.stringify([a, b]);
