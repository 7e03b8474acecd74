import fc from 'fast-check';
import { PCA } from 'ml-pca';
import { describe, expect, it } from 'vitest';
import { lexicalVector } from '../../../../llm/embedders/lexical.js';
import { mapNames } from '../../../../transforms/mtu-bench/clustering/name-map.js';

const NAMES = [
  'FindMovies',
  'FindBus',
  'BuyBusTicket',
  'ReserveHotel',
  'SearchHotel',
  'GetWeather',
  'PlaySong',
];
const vectorsOf = (names: readonly string[]): Map<string, number[]> =>
  new Map(names.map((name) => [name, lexicalVector(name)]));

describe('the map of tool names', () => {
  it('has the places of a principal component analysis of the vectors themselves', () => {
    const { places, explained } = mapNames(NAMES, vectorsOf(NAMES));
    const names = [...places.keys()];
    const vectors = names.map(lexicalVector);
    const pca = new PCA(vectors);
    const wanted = pca.predict(vectors, { nComponents: 2 });
    for (const axis of [0, 1] as const) {
      const turned = Math.sign(
        (places.get('FindBus')?.[axis] ?? 0) / wanted.get(names.indexOf('FindBus'), axis),
      );
      names.forEach((name, row) =>
        expect(places.get(name)?.[axis]).toBeCloseTo(turned * wanted.get(row, axis), 3),
      );
      expect(explained[axis]).toBeCloseTo(pca.getExplainedVariance()[axis] ?? 0, 3);
    }
  });

  it('does not depend on the order or the repetition of names', () => {
    const vectors = vectorsOf(NAMES);
    const wanted = mapNames(NAMES, vectors);
    fc.assert(
      fc.property(fc.shuffledSubarray([...NAMES, ...NAMES], { minLength: 2 * NAMES.length }), (names) => {
        expect(mapNames(names, vectors)).toEqual(wanted);
      }),
    );
  });

  it('turns each axis so that what lies farthest out is on its positive side', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 3 }), (names) => {
        const { places } = mapNames(names, vectorsOf(names));
        for (const axis of [0, 1] as const) {
          const values = [...places.values()].map((at) => at[axis]);
          expect(Math.max(...values)).toBeGreaterThanOrEqual(-Math.min(...values) - 1e-4);
        }
      }),
    );
  });

  it('lays out any number of names along axes fitted to some of them', () => {
    const names = Array.from({ length: 700 }, (_, i) => `${NAMES[i % NAMES.length] ?? ''}${i}`);
    const { places } = mapNames(names, vectorsOf(names));
    expect(places.size).toBe(700);
    // Names that differ in their number alone lie near each other, those of another kind do not.
    const distance = (a: string, b: string): number =>
      Math.hypot(...[0, 1].map((axis) => (places.get(a)?.[axis] ?? 0) - (places.get(b)?.[axis] ?? 0)));
    expect(distance('FindBus1', 'FindBus8')).toBeLessThan(distance('FindBus1', 'GetWeather5'));
  });

  it.each([
    ['no name', []],
    ['one name', ['FindBus']],
  ])('of %s has no directions', (_, names) => {
    expect(mapNames(names, vectorsOf(names))).toEqual({
      places: new Map(names.map((name) => [name, [0, 0]])),
      explained: [0, 0],
    });
  });

  it('needs the vector of every name', () => {
    expect(() => mapNames(['FindBus', 'PlaySong'], vectorsOf(['FindBus']))).toThrow(
      'no vector for "PlaySong"',
    );
  });
});
