import { digestOf } from '../../core/digest.js';
import { byText } from '../../core/ids.js';

/**
 * The samples of `test.json`, drawn by seed: which ones does not depend on how many there are besides.
 * @param test how many; undefined: all
 */
export function testSamples(itemIds: readonly string[], test: number | undefined, seed: number): Set<string> {
  if (test === undefined) return new Set(itemIds);
  const drawn = itemIds.map((itemId) => ({ itemId, draw: digestOf([seed, 'test', itemId]) }));
  drawn.sort((a, b) => byText(a.draw, b.draw) || byText(a.itemId, b.itemId));
  return new Set(drawn.slice(0, test).map(({ itemId }) => itemId));
}
