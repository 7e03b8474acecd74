import type { Dialogue } from '../../../core/dialogue.js';
import type { CheckFinding, ItemTurn } from '../../../core/mtu-bench/item.js';
import { ownPart } from '../../../core/own-part.js';

/** Name of the check. */
export const OTHER_PRICE = 'price word of another range';

/** Words that annotators marked as a moderate price in one dialogue, and as low or high in others. */
const LOW_OR_HIGH =
  /\b(?:afford?\w*able|cheap\w*|economical\w*|budget|inexpensive\w*|costly|pricey|fancy|expensive|luxur\w*)\b/i;
const MIDDLE = /\b(?:moderate\w*|medium|mid\w*|intermediate|average|reasonabl\w*)\b/i;

/**
 * Finds moderate price ranges whose words mean low or high: in SGD both "affordable" and "costly" occur as moderate.
 */
export const otherPrices = ({ turns }: Dialogue, converted: readonly ItemTurn[]): CheckFinding[] =>
  converted.flatMap(({ index, calls }) =>
    calls.flatMap(({ tool, arguments: given, origins }) =>
      Object.entries(given).flatMap(([name, value]) => {
        const origin = ownPart(origins, name);
        if (!/price/.test(name) || value !== 'moderate' || origin?.kind !== 'stated') return [];
        const said = turns[origin.turn]?.user.utterance ?? '';
        const word = LOW_OR_HIGH.exec(said)?.[0];
        if (word === undefined || MIDDLE.test(said)) return [];
        const detail = `${name} = moderate, but the user says "${word}"`;
        return [{ check: OTHER_PRICE, outcome: 'suspect' as const, turn: index, tool, detail }];
      }),
    ),
  );
