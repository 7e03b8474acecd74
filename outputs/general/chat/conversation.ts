import { dayInWords } from '../../../core/calendar.js';
import type { JsonValue } from '../../../core/canonical.js';
import type { Item, ItemTurn, ToolCall } from '../../../core/item.js';
import type { Prompt } from '../../../prompts/prompt.js';
import { renderPrompt } from '../../../prompts/prompt.js';
import type { PublishedItem } from '../dataset-exporter.js';
import { chatTools, type ChatTool } from './chat-tools.js';

/** A call with the result that it had. */
export interface ConversationCall {
  /** Unique in the conversation: letters, digits, `_`, at most 40 characters. */
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, JsonValue>>;
  readonly result: JsonValue;
}

/** Calls that are made at once. */
export interface ParallelCalls {
  readonly calls: readonly ConversationCall[];
  /** Text before them; undefined where none is wanted. */
  readonly thought: string | undefined;
}

/** What the assistant does after a user turn: calls that are made at once, then perhaps more, then an answer. */
export interface ConversationTurn {
  readonly user: string;
  readonly steps: readonly ParallelCalls[];
  readonly response: string;
}

/** A result as a tool's message has it: text as it stands, anything else as JSON. */
export const resultText = (result: JsonValue): string =>
  typeof result === 'string' ? result : JSON.stringify(result);

/** An item as a conversation, before it takes the form of a provider. */
export interface ChatConversation {
  /** Undefined where nothing has to be said before the user speaks. */
  readonly system: string | undefined;
  readonly tools: readonly ChatTool[];
  readonly turns: readonly ConversationTurn[];
}

/**
 * An item as a conversation with tools that really answer. Two things differ from the evaluation files, where nothing
 * is executed: a call that needs the result of an earlier one of the same turn comes in a step of its own, after that
 * result; and a value that only a result holds is given as it is, never as `Tool.result_slot`, for the result is in the
 * conversation before it.
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

/** The result of each call: one call has the observation itself, several have a list in their order. */
function resultsOf({ calls, observation }: ItemTurn): readonly JsonValue[] {
  if (calls.length <= 1) return [observation];
  return Array.isArray(observation) ? (observation as readonly JsonValue[]) : [];
}

/**
 * The places of a turn's calls in steps: a call stands in the step of the one before it unless a value of its own comes
 * from the result of a call of that step.
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
