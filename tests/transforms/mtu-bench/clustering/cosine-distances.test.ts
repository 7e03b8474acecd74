import { describe, expect, it } from 'vitest';
import {
  cosineDistances,
  distanceOf,
  medoidOf,
} from '../../../../transforms/mtu-bench/clustering/cosine-distances.js';

describe('cosine distances', () => {
  it('are 0 for one direction, 1 at right angles, 2 for opposites, whatever the lengths', () => {
    const distances = cosineDistances([
      [1, 0, 0],
      [5, 0, 0],
      [0, 2, 0],
      [-3, 0, 0],
      [0.6, 0.8, 0],
    ]);
    const from = (a: number): number[] => [0, 1, 2, 3, 4].map((b) => distanceOf(distances, a, b));
    expect(from(0)).toEqual([0, 0, 1, 2, 0.4]);
    expect(from(4)).toEqual([0.4, 0.4, 0.2, 1.6, 0]);
  });

  it('of a vector without length are 1, but 0 to another such', () => {
    const distances = cosineDistances([
      [0, 0],
      [0, 0],
      [1, 1],
    ]);
    expect([...distances.values]).toEqual([0, 0, 1, 0, 0, 1, 1, 1, 0]);
  });

  it('need vectors of one length', () => {
    expect(() => cosineDistances([[1, 2], [1]])).toThrow('vectors of 2 and 1 components');
  });
});

describe('the medoid', () => {
  // On a circle: 0°, 10°, 40°, 180°.
  const distances = cosineDistances(
    [0, 10, 40, 180].map((degrees) => [
      Math.cos((degrees * Math.PI) / 180),
      Math.sin((degrees * Math.PI) / 180),
    ]),
  );

  it('is the member with the least distance to the others', () => {
    expect(medoidOf(distances, [0, 1, 2])).toBe(1);
    expect(medoidOf(distances, [2, 3])).toBe(2);
    expect(medoidOf(distances, [3])).toBe(3);
  });

  it('is the first given of several as good', () => {
    expect(medoidOf(distances, [3, 2])).toBe(3);
  });
});
