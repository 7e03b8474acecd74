import { byText } from '../../core/ids.js';
import { dot } from '../dot.js';

/** A query with its vector of unit length. */
export interface EmbeddedQuery {
  readonly itemId: string;
  readonly vector: readonly number[];
}

/** A query that says nearly what another one says. */
export interface NearDuplicate {
  readonly itemId: string;
  /** The one that is kept. */
  readonly of: string;
  /** Cosine, in four decimals. */
  readonly similarity: number;
}

/**
 * Queries that are as near to one that is kept as the threshold says. In the order of item ids, so that the order of
 * arrival plays no part: a query is kept unless an earlier one that is kept is as near.
 * @param threshold cosine similarity from which two say the same
 */
export function nearDuplicates(queries: readonly EmbeddedQuery[], threshold: number): NearDuplicate[] {
  const kept: { readonly itemId: string; readonly vector: Float64Array }[] = [];
  const found: NearDuplicate[] = [];
  for (const { itemId, vector } of [...queries].sort((a, b) => byText(a.itemId, b.itemId))) {
    const own = Float64Array.from(vector);
    const near = kept
      .map((other) => ({ of: other.itemId, similarity: rounded(dot(own, other.vector)) }))
      .reduce<{ of: string; similarity: number } | undefined>(
        (best, one) => (best === undefined || one.similarity > best.similarity ? one : best),
        undefined,
      );
    if (near !== undefined && near.similarity >= threshold) found.push({ itemId, ...near });
    else kept.push({ itemId, vector: own });
  }
  return found;
}

/** Vectors are rounded to 1e-4 themselves; what is beyond says nothing. */
const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;
