import { byText } from '../../core/ids.js';
import type { UltraTool } from '../../core/ultratool/records.js';
import { dot } from '../dot.js';

/** Neighbours kept for each tool: what distractors are drawn from. */
const NEIGHBOURS = 24;

/** Another tool with its cosine distance, and whether it would do as well. */
export interface NearTool {
  readonly name: string;
  readonly distance: number;
}

/** Which tools are near to each, nearest first, and which would do as well as it. */
export interface NearTools {
  readonly near: readonly NearTool[];
  /** Names of tools up to the distance at which a tool is no distractor. */
  readonly same: readonly string[];
}

/** What is compared of a tool: its name and what it does. */
export const toolText = ({ name, description }: Pick<UltraTool, 'name' | 'description'>): string =>
  `${name} ${description}`;

/**
 * The nearest tools of each, by name. @param vectors unit vectors by name
 * @param apart cosine distance up to which a tool would do as well
 */
export function nearestTools(
  vectors: ReadonlyMap<string, readonly number[]>,
  apart: number,
): Map<string, NearTools> {
  const all = [...vectors]
    .map(([name, vector]) => ({ name, vector: Float64Array.from(vector) }))
    .sort((a, b) => byText(a.name, b.name));
  return new Map(
    all.map(({ name, vector }) => {
      const others = all
        .filter((other) => other.name !== name)
        .map((other) => ({ name: other.name, distance: rounded(1 - dot(vector, other.vector)) }));
      const same = others.filter(({ distance }) => distance <= apart).map((other) => other.name);
      const near = others
        .filter(({ distance }) => distance > apart)
        .sort((a, b) => a.distance - b.distance || byText(a.name, b.name))
        .slice(0, NEIGHBOURS);
      return [name, { near, same }];
    }),
  );
}

/** Vectors themselves are rounded to 1e-4. */
const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;
