import { byText } from '../../core/ids.js';
import { dot } from '../dot.js';

/** A tool that may be offered, with its unit vector. */
export interface OfferedTool {
  readonly name: string;
  readonly vector: ArrayLike<number>;
}

/** Names of the tools nearest to a plan, nearest first; equal ones by name. @param most how many at most */
export const nearestOffered = (
  plan: ArrayLike<number>,
  tools: readonly OfferedTool[],
  most: number,
): string[] =>
  tools
    .map(({ name, vector }) => ({ name, similarity: rounded(dot(plan, vector)) }))
    .sort((a, b) => b.similarity - a.similarity || byText(a.name, b.name))
    .slice(0, most)
    .map(({ name }) => name);

/** Vectors themselves are rounded to 1e-4. */
const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;
