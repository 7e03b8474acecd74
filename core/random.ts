import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { sha256Hex } from './digest.js';

/** A sequence of choices that depends on its seed and purpose alone: the same on any machine, in any order of arrival. */
export interface SeededRandom {
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  /** `count` different members in random order (all of them when there are fewer). The input stays as it is. */
  sample<T>(items: readonly T[], count: number): T[];
}

/**
 * Randomness for one purpose of one thing, e.g. `seededRandom(seed, 'distractors', itemId)`.
 * Every purpose draws from its own stream, so adding a draw in one place moves nothing elsewhere.
 */
export function seededRandom(seed: number, ...purpose: readonly string[]): SeededRandom {
  const digest = sha256Hex(JSON.stringify([seed, ...purpose]));
  const generator = xoroshiro128plus(Number.parseInt(digest.slice(0, 8), 16) | 0);
  const int = (min: number, max: number): number => uniformInt(generator, min, max);
  return {
    int,
    sample<T>(items: readonly T[], count: number): T[] {
      const pool = [...items];
      const taken: T[] = [];
      while (taken.length < count && pool.length > 0) taken.push(...pool.splice(int(0, pool.length - 1), 1));
      return taken;
    },
  };
}
