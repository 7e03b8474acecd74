import type { ItemTurn } from '../../core/mtu-bench/item.js';
import { pythonJson } from './python-json.js';
import type { Answer } from '../../transforms/mtu-bench/settings/answer.js';

/**
 * The target output of a turn: the format that the prompts ask for (formats/mtu-bench.md 1.2), with thought and gold
 * calls. The scorer parses it back to the gold.
 */
export function trainingResponse(turn: ItemTurn, gold: Answer): string {
  const pairs = Object.entries(gold).map(
    ([name, args]) => `Action: ${name}\nAction Input: ${pythonJson(args)}`,
  );
  return [`Thought: ${turn.thought.text}`, ...pairs].join('\n');
}
