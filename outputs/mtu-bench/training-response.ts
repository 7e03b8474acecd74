import type { ItemTurn } from '../../core/mtu-bench/item.js';
import { pythonJson } from './python-json.js';
import type { Answer } from '../../transforms/mtu-bench/settings/answer.js';

/**
 * What a model is trained to reply to a turn: the output form that the prompts ask for (formats/mtu-bench.md 1.2), with
 * the turn's thought and gold calls. Reads back as gold by the scorer's own rules.
 */
export function trainingResponse(turn: ItemTurn, gold: Answer): string {
  const pairs = Object.entries(gold).map(
    ([name, args]) => `Action: ${name}\nAction Input: ${pythonJson(args)}`,
  );
  return [`Thought: ${turn.thought.text}`, ...pairs].join('\n');
}
