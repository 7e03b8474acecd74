import { dayInWords } from '../../../core/calendar.js';
import type { JsonValue } from '../../../core/canonical.js';
import type { Item, ItemTurn, ToolCall } from '../../../core/mtu-bench/item.js';
import type { Prompt } from '../../../prompts/prompt.js';
import { renderPrompt } from '../../../prompts/prompt.js';
import type { ChatConversation, ConversationCall, ConversationTurn } from '../chat/conversation.js';
import { chatTools } from './chat-tools.js';
import type { PublishedItem } from './published-item.js';

/**
 * Converts an item to a conversation with executed tools. Unlike in evaluation files, where nothing is executed, a
 * call that needs the result of an earlier call of the turn gets its own step after it, and a value from a result is
 * given literally, never as `Tool.result_slot`.
 */
export function conversationOf(
  { item, offered }: PublishedItem,
  prompt: Prompt,
  thoughts: boolean,
): ChatConversation {
  const { tools, nameOf } = chatTools(offered);
  const system = renderPrompt(prompt, { today: dayInWords(item.referenceDay) }).trim();
  return { system, tools, turns: item.turns.map((turn) => turnOf(item, turn, nameOf, thoughts)) };
}

function turnOf(
  item: Item,
  turn: ItemTurn,
  nameOf: (tool: string) => string,
  thoughts: boolean,
): ConversationTurn {
  const results = resultsOf(turn);
  const steps = stepsOf(turn).map((places, step) => ({
    // A turn has one thought.
    thought: thoughts && step === 0 ? turn.thought.text : undefined,
    calls: places.map((place): ConversationCall => {
      const call = turn.calls[place] as ToolCall;
      return {
        id: `call_${item.itemId}_${turn.index}_${place}`,
        name: nameOf(call.tool),
        arguments: call.arguments,
        result: results[place] ?? {},
      };
    }),
  }));
  return { user: turn.user, steps, response: turn.response };
}

/** The result per call: a single call has the observation itself, several have a list in order. */
function resultsOf({ calls, observation }: ItemTurn): readonly JsonValue[] {
  if (calls.length <= 1) return [observation];
  return Array.isArray(observation) ? (observation as readonly JsonValue[]) : [];
}

/**
 * Groups a turn's calls into steps: a call shares the previous call's step unless one of its values comes from a
 * result of that step.
 */
function stepsOf({ calls, index }: ItemTurn): number[][] {
  const steps: number[][] = [];
  for (const [place, call] of calls.entries()) {
    const step = steps.at(-1);
    const made = new Set(step?.map((earlier) => calls[earlier]?.tool));
    const waits = Object.values(call.origins).some(
      (origin) => origin.kind === 'inherited' && origin.turn === index && made.has(origin.tool),
    );
    if (step && !waits) step.push(place);
    else steps.push([place]);
  }
  return steps;
}
