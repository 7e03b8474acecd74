import { digestOf } from '../../core/digest.js';
import { byText } from '../../core/ids.js';

/**
 * Draws the samples of `test.json` by seed, independently of how many other samples there are.
 * @param test their number; undefined: all
 */
export function testSamples(itemIds: readonly string[], test: number | undefined, seed: number): Set<string> {
  if (test === undefined) return new Set(itemIds);
  const drawn = itemIds.map((itemId) => ({ itemId, draw: digestOf([seed, 'test', itemId]) }));
  drawn.sort((a, b) => byText(a.draw, b.draw) || byText(a.itemId, b.itemId));
  return new Set(drawn.slice(0, test).map(({ itemId }) => itemId));
}
