import { SIGNATURE_ROWS } from './signature.js';

/** Required recall at the threshold, and `ABOVE` it. */
const RECALL_AT = 0.98;
const RECALL_ABOVE = 0.99;
const ABOVE = 0.05;

/** Banding for locality-sensitive hashing: texts are candidates if all rows of a band are equal. */
export interface Banding {
  readonly bands: number;
  readonly rows: number;
}

/** Probability that a pair of this similarity shares a band: 1 - (1 - s^rows)^bands. */
export function recallAt(similarity: number, { bands, rows }: Banding): number {
  return 1 - (1 - similarity ** rows) ** bands;
}

/**
 * The banding with the longest bands (fewest false candidates) that finds at least 98 % of pairs at the threshold and
 * 99 % of those 0.05 above: 25 bands of 5 rows at 0.7.
 * @param threshold above 0, at most 1
 */
export function bandingFor(threshold: number): Banding {
  for (let rows = SIGNATURE_ROWS; rows > 1; rows--) {
    const banding = { bands: Math.floor(SIGNATURE_ROWS / rows), rows };
    const enough =
      recallAt(threshold, banding) >= RECALL_AT &&
      recallAt(Math.min(1, threshold + ABOVE), banding) >= RECALL_ABOVE;
    if (enough) return banding;
  }
  return { bands: SIGNATURE_ROWS, rows: 1 };
}
