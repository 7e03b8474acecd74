import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../core/random.js';
import { drawWithin, type MeasuredApi } from '../../../transforms/t-eval/within-budget.js';

const api = (name: string, tokens: number, likeness = 0): MeasuredApi => ({ name, tokens, likeness });
const SEEDS = Array.from({ length: 40 }, (_, seed) => seed);
const drawn = (apis: readonly MeasuredApi[], left: number, seed = 1, least?: number): string[] =>
  drawWithin(apis, left, seededRandom(seed, 'within'), least);

describe('APIs for the room that is left', () => {
  const TEN = Array.from({ length: 10 }, (_, at) => api(`a${at}`, 10, at));

  it('are drawn from the most alike, of which there are twice as many as there is room for', () => {
    const seen = new Set<string>();
    for (const seed of SEEDS) {
      const names = drawn(TEN, 30, seed);
      expect(names).toHaveLength(3);
      for (const name of names) seen.add(name);
    }
    expect([...seen].sort()).toEqual(['a4', 'a5', 'a6', 'a7', 'a8', 'a9']);
    expect(new Set(SEEDS.map((seed) => drawn(TEN, 30, seed).join())).size).toBeGreaterThan(10);
  });

  it('fill it exactly, pass over what is too long, and are all where all have room', () => {
    expect(drawn([api('short', 4, 1), api('long', 9, 2)], 4)).toEqual(['short']);
    expect(drawn([api('a', 5), api('b', 5)], 10).sort()).toEqual(['a', 'b']);
    expect(drawn([api('a', 5), api('b', 5)], 9)).toHaveLength(1);
    expect(drawn(TEN, 1000).sort()).toEqual(TEN.map(({ name }) => name));
    expect(drawn([], 10)).toEqual([]);
  });

  it('are the shortest of the most alike where there is no room, equal ones by name, as many as are needed', () => {
    for (const seed of SEEDS.slice(0, 8)) {
      const apis = [api('long', 90, 9), api('far', 1, 0), api('b', 50, 8), api('a', 50, 7), api('c', 60, 6)];
      expect(drawn(apis, 0, seed)).toEqual(['b']);
      expect(drawn(apis, 0, seed, 2)).toEqual(['a', 'b']);
      expect(drawn(apis, 0, seed, 0)).toEqual([]);
      expect(drawn(apis, 50, seed, 2).sort()).toEqual(['a', 'b']);
    }
    expect(drawn([api('z', 9, 1), api('y', 9, 1), api('x', 9, 1)], 0)).toEqual(['x']);
  });
});
