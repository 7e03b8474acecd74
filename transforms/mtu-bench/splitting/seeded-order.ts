import { sha256Hex } from '../../../core/digest.js';
import { byText } from '../../../core/ids.js';

/**
 * Sorts by seeded digest: each position depends on (seed, purpose, id) only, so adding an element moves no other. For
 * sequential draws see `seededRandom`.
 * @param idOf must be unique
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
