import { byText } from '../../../core/ids.js';
import type { ToolDocument } from '../../../core/tool.js';
import { distanceOf } from './cosine-distances.js';
import { distancesBetween, type Vectors } from './described.js';

/** Neighbours kept of each tool: twice what can be offered, as substitutes among them never are. */
const NEIGHBOURS = 100;

/** A tool and its cosine distance, 0 to 2, to the one in whose list it stands. */
export interface Neighbour {
  readonly tool: string;
  readonly distance: number;
}

/** The nearest other tools of each, nearest first, by tool id. */
export type Closeness = Readonly<Record<string, readonly Neighbour[]>>;

/**
 * How near tools are to each other, by the vectors that clustering has of them anyway: nothing more is embedded, so
 * closeness costs no call. Equally near tools stand in the order of their ids.
 * @param tools each under the name that was embedded
 * @throws Error when a name has no vector
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
