import { byText } from '../../core/ids.js';
import type { LibraryTool } from '../../core/tooleyes/tool-line.js';
import { dot } from '../dot.js';

/** Tools that are shown beside each. */
const SHOWN = 5;

/** A tool that is like another. */
export interface AlikeId {
  readonly itemId: string;
  /** Cosine, rounded to four decimals. */
  readonly similarity: number;
}

/** What a tool says, for comparison. */
export const toolText = ({ document: { name, description } }: Pick<LibraryTool, 'document'>): string =>
  `${name.replaceAll(/[_-]+/g, ' ')}: ${description}`;

/** The most alike other tools of each, by item id; ties go by id. */
export function alikeTools(
  tools: readonly { readonly itemId: string; readonly vector: readonly number[] }[],
): Map<string, readonly AlikeId[]> {
  const all = [...tools]
    .sort((a, b) => byText(a.itemId, b.itemId))
    .map(({ itemId, vector }) => ({ itemId, vector: Float64Array.from(vector) }));
  return new Map(
    all.map((one) => [
      one.itemId,
      all
        .filter((other) => other !== one)
        .map((other) => ({
          itemId: other.itemId,
          // Vectors themselves are rounded to 1e-4.
          similarity: Math.round(dot(one.vector, other.vector) * 1e4) / 1e4,
        }))
        .sort((a, b) => b.similarity - a.similarity || byText(a.itemId, b.itemId))
        .slice(0, SHOWN),
    ]),
  );
}
