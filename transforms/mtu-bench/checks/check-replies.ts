import type { Dialogue } from '../../../core/dialogue.js';
import type { CheckFinding, ItemTurn } from '../../../core/mtu-bench/item.js';

/** Name of the check, by which flagged dialogues are counted. */
export const REPLY_DIFFERS = 'reply differs from the result';

/** Flags calls whose results, according to the corpus reader, contradict the reply. */
export const checkReplies = (dialogue: Dialogue, turns: readonly ItemTurn[]): CheckFinding[] =>
  dialogue.turns.flatMap(({ system }, turn) =>
    system.calls.flatMap(({ doubt }, i): CheckFinding[] => {
      const tool = turns[turn]?.calls[i]?.tool;
      if (doubt === undefined || tool === undefined) return [];
      return [{ check: REPLY_DIFFERS, outcome: 'flagged', turn, tool, detail: doubt }];
    }),
  );
