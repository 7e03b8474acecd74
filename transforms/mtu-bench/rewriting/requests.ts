import type { JsonValue } from '../../../core/canonical.js';
import type { Item, ItemTurn } from '../../../core/mtu-bench/item.js';
import type { RewritePart } from '../../../core/mtu-bench/rewriting.js';
import type { Catalogue } from '../tools/catalogue.js';
import { isJoined, requestInput, type RequestInput } from './joined-request.js';
import { namedValues, valuesIn } from './named-values.js';
import { ownPart } from '../../../core/own-part.js';
import { writeJson } from '../../../core/json.js';

/** A conversation up to some turn. */
type Heard = { readonly speaker: 'user' | 'assistant'; readonly text: string }[];
type CallText = { readonly tool: string; readonly arguments: string };

/** Input of the prompt `mtu-bench/rewrite-thought`. */
export interface ThoughtInput {
  turns: Heard;
  calls: CallText[];
  thought: string;
}

/** Input of the prompt `mtu-bench/rewrite-reply`. */
export interface ReplyInput {
  turns: Heard;
  calls: CallText[];
  observation: string;
  reply: string;
  keep: string[];
}

/** A part of a turn to rewrite. `turn`: index in the item, from 0. */
export type Rewriting =
  | { readonly part: 'thought'; readonly turn: number; readonly input: ThoughtInput }
  | { readonly part: 'request'; readonly turn: number; readonly input: RequestInput }
  | { readonly part: 'reply'; readonly turn: number; readonly input: ReplyInput };

/**
 * The prompt inputs for rewriting an item, turn by turn. Each uses the corpus's text, so requests are independent; and
 * only the conversation up to its turn, so that items with a common beginning share requests.
 * @param catalogue tools by the names in the item's calls
 */
export function rewritingsOf(
  item: Pick<Item, 'setting' | 'turns' | 'origins'>,
  parts: readonly RewritePart[],
  catalogue: Catalogue,
): Rewriting[] {
  const heard: Heard = [];
  const known = new Set<string>();
  return item.turns.flatMap((turn, at) => {
    heard.push({ speaker: 'user', text: turn.user });
    const turns = [...heard];
    const calls = callsOf(turn, catalogue);
    for (const value of valuesIn(turn.observation)) known.add(value);
    const { response: reply, thought } = turn;
    const asked: Rewriting[] = [];
    if (parts.includes('requests') && isJoined(item))
      asked.push({ part: 'request', turn: at, input: requestInput(turn, catalogue) });
    if (parts.includes('thoughts'))
      asked.push({ part: 'thought', turn: at, input: { turns, calls, thought: thought.text } });
    if (parts.includes('replies') && reply.trim() !== '')
      asked.push({
        part: 'reply',
        turn: at,
        input: { turns, calls, observation: observed(turn), reply, keep: namedValues(known, reply) },
      });
    heard.push({ speaker: 'assistant', text: reply });
    return asked;
  });
}

/** Calls by the tool names that thoughts use. */
const callsOf = ({ calls }: ItemTurn, catalogue: Catalogue): CallText[] =>
  calls.map((call) => ({
    tool: ownPart(catalogue.tools, call.tool)?.name ?? call.tool,
    arguments: writeJson(call.arguments satisfies Readonly<Record<string, JsonValue>>),
  }));

const observed = ({ calls, observation }: ItemTurn): string =>
  calls.length === 0 ? '' : writeJson(observation);
