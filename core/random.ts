import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { sha256Hex } from './digest.js';

/**
 * A sequence of choices that depends only on its seed and purpose, so it is the same on any machine and for any order
 * of processing.
 */
export interface SeededRandom {
  /** A whole number from `min` to `max`, both inclusive. */
  int(min: number, max: number): number;
  /** `count` different members in random order (all of them if there are fewer). Does not mutate its input. */
  sample<T>(items: readonly T[], count: number): T[];
}

/**
 * A random generator for one purpose, e.g. `seededRandom(seed, 'distractors', itemId)`. Each purpose has its own
 * stream, so an added draw for one changes no other.
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
