import type { CallOutcome } from '../../core/call-outcome.js';
import { canonicalJson } from '../../core/canonical.js';
import type { ChatAnswer, Message } from '../../core/model-call.js';
import type { KeptCall } from '../../store/ledger/read-calls.js';

/**
 * How a call follows from an earlier one of the same work item. `goes on`: it repeats all messages and adds more;
 * `repair`: likewise, to show the model its error; `fresh sample`: it repeats the same request; `begins alike`: only
 * the first messages are equal.
 */
export type Follows = 'goes on' | 'repair' | 'fresh sample' | 'begins alike';

/** A call with the messages that are new compared to an earlier one. */
export interface CallStep {
  readonly call: KeptCall;
  /** The earlier call it follows from; absent if none. */
  readonly from?: { readonly index: number; readonly how: Follows };
  /** The messages that are neither in that call's request nor its answer. */
  readonly messages: readonly NewMessage[];
}

export interface NewMessage {
  readonly message: Message;
  /** Index of the call whose answer this text is; undefined if none. */
  readonly answerOf: number | undefined;
}

/** A call in comparable form. */
interface Compared {
  readonly call: KeptCall;
  readonly request: string;
  /** Its messages as text; none for an embedding or a tool call. */
  readonly messages: readonly string[];
  /** Its answer as the next turn's message. */
  readonly answer: string | undefined;
  /** The text as another speaker receives it. */
  readonly said: string | undefined;
}

/** An earlier call relative to a later one. */
interface Earlier {
  readonly index: number;
  /** Number of common leading messages. */
  readonly shared: number;
  /** Whether these are all its messages. */
  readonly whole: boolean;
  /** Whether its answer follows. */
  readonly answered: boolean;
}

/** The new messages of each of a work item's calls, in order. */
export function stepsOf(calls: readonly KeptCall[]): CallStep[] {
  const compared = calls.map(comparable);
  return compared.map((one, index) => {
    const { call } = one;
    if (call.request.kind !== 'chat') return { call, messages: [] };
    const before = compared.slice(0, index);
    const found = nearest(one, before);
    const known = found === undefined ? 0 : found.shared + (found.answered ? 1 : 0);
    const messages = call.request.messages.slice(known).map((message, at) => ({
      message,
      answerOf: answerOf(message, one.messages[known + at] ?? '', before),
    }));
    return { call, ...(found && { from: followed(one, before, found) }), messages };
  });
}

function comparable(call: KeptCall): Compared {
  const { request, outcome } = call;
  const answer = chatAnswer(outcome);
  return {
    call,
    request: canonicalJson(request),
    messages: request.kind === 'chat' ? request.messages.map(messageText) : [],
    answer: answer && messageText({ role: 'assistant', text: answer.text, toolCalls: answer.toolCalls }),
    said: answer?.text,
  };
}

/**
 * The call that this one follows from: in its own sample the one whose answer follows (so that a repair turn belongs
 * to its sample), else the one with most common messages, preferring the last whose answer follows.
 */
function nearest(one: Compared, before: readonly Compared[]): Earlier | undefined {
  let best: { readonly found: Earlier; readonly rank: number } | undefined;
  before.forEach(({ call, messages, answer }, index) => {
    let shared = 0;
    while (shared < messages.length && messages[shared] === one.messages[shared]) shared++;
    if (shared === 0) return;
    const whole = shared === messages.length;
    const answered = whole && answer !== undefined && one.messages[shared] === answer;
    const own = answered && canonicalJson(call.sample) === canonicalJson(one.call.sample);
    const rank = shared + (own ? one.messages.length : 0) + (answered ? 0.5 : 0) + (whole ? 0.25 : 0);
    if (best === undefined || rank >= best.rank) best = { found: { index, shared, whole, answered }, rank };
  });
  return best?.found;
}

function followed(
  { request }: Compared,
  before: readonly Compared[],
  { index, whole, answered }: Earlier,
): { readonly index: number; readonly how: Follows } {
  if (answered && before[index]?.call.outcome.outcome === 'invalid') return { index, how: 'repair' };
  const first = before.findIndex((earlier) => earlier.request === request);
  if (first >= 0) return { index: first, how: 'fresh sample' };
  return { index, how: whole ? 'goes on' : 'begins alike' };
}

/** The latest call whose answer a message repeats, as its own turn or the other speaker's. */
function answerOf(message: Message, text: string, before: readonly Compared[]): number | undefined {
  const at = before.findLastIndex(({ answer, said }) => {
    if (message.role === 'assistant') return answer === text;
    return message.role === 'user' && message.text !== '' && message.text === said;
  });
  return at < 0 ? undefined : at;
}

const messageText = (message: Message): string =>
  canonicalJson(message.role === 'assistant' ? { ...message, toolCalls: message.toolCalls ?? [] } : message);

const chatAnswer = (outcome: CallOutcome): ChatAnswer | undefined =>
  outcome.outcome !== 'rejected' && outcome.answer.kind === 'chat' ? outcome.answer : undefined;
