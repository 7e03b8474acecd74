import { sha256Hex } from '../../../core/digest.js';
import { byText } from '../../../core/ids.js';

/**
 * Things in an order drawn by seed, each by its own id: (seed, purpose, id) alone gives a thing its place among the
 * others, so that one more thing moves none of them. For drawing in sequence see `seededRandom`.
 *
 * @param idOf must be different for each thing
 */
export function seededOrder<T>(
  things: readonly T[],
  idOf: (thing: T) => string,
  seed: number,
  ...purpose: readonly string[]
): T[] {
  return things
    .map((thing) => ({
      thing,
      id: idOf(thing),
      draw: sha256Hex(JSON.stringify([seed, ...purpose, idOf(thing)])),
    }))
    .sort((a, b) => byText(a.draw, b.draw) || byText(a.id, b.id))
    .map(({ thing }) => thing);
}
