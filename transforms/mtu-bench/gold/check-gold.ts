import type { Dialogue } from '../../../core/dialogue.js';
import type { CheckFinding, ItemTurn } from '../../../core/mtu-bench/item.js';
import type { Catalogue } from '../tools/catalogue.js';
import { repeatedCalls } from './repeated-calls.js';
import { reversedPlaces } from './reversed-places.js';
import { unknownOrigins } from './unknown-origins.js';
import { unmarkedWords } from './unmarked-words.js';

/**
 * What a careful reader could dispute in the gold of a converted dialogue, turn by turn: `suspect` findings. The turns
 * are in the corpus's own names.
 */
export function checkGold(
  dialogue: Dialogue,
  turns: readonly ItemTurn[],
  catalogue: Catalogue,
): CheckFinding[] {
  const findings = [
    ...corpusDoubts(dialogue),
    ...unknownOrigins(turns),
    ...unmarkedWords(turns, catalogue),
    ...reversedPlaces(dialogue, turns),
    ...repeatedCalls(turns),
  ];
  return findings.sort((a, b) => a.turn - b.turn);
}

/** Doubts of the corpus's reader. */
const corpusDoubts = ({ turns }: Dialogue): CheckFinding[] =>
  turns.flatMap(({ doubts = [] }, turn) =>
    doubts.map(({ check, detail }) => ({ check, detail, turn, outcome: 'suspect' as const })),
  );
