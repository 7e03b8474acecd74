import { byText } from '../../../core/ids.js';
import type { ToolDocument } from '../../../core/tool.js';
import { distanceOf } from './cosine-distances.js';
import { distancesBetween, type Vectors } from './described.js';

/** Neighbours kept per tool: twice the number that can be offered, since substitutes are excluded. */
const NEIGHBOURS = 100;

/** A tool and its cosine distance, 0 to 2, to the list's owner. */
export interface Neighbour {
  readonly tool: string;
  readonly distance: number;
}

/** The nearest other tools by tool id, nearest first. */
export type Closeness = Readonly<Record<string, readonly Neighbour[]>>;

/**
 * Computes tool similarity from the vectors used for clustering, so it costs no further calls. Ties are ordered by id.
 * @param tools each under the embedded name
 * @throws Error if a name has no vector
 */
export function closenessOf(
  tools: readonly ToolDocument[],
  vectors: Vectors,
  descriptions: boolean,
): Closeness {
  const distances = distancesBetween(tools, vectors, descriptions);
  return Object.fromEntries(
    tools.map(({ id }, at) => [
      id,
      tools
        .map((other, n) => ({ tool: other.id, distance: distanceOf(distances, at, n) }))
        .filter(({ tool }) => tool !== id)
        .sort((a, b) => a.distance - b.distance || byText(a.tool, b.tool))
        .slice(0, NEIGHBOURS),
    ]),
  );
}
