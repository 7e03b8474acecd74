import type { JsonValue } from '../../../core/canonical.js';
import type { JsonObject } from './asked.js';

interface Choice {
  readonly message: Readonly<Record<string, JsonValue>>;
  readonly finish_reason: JsonValue;
}

/** How many characters of a text come in one event. */
const PIECE = 7;

/**
 * A completion as server-sent events: thoughts, then text, then calls, in pieces and with comments between them, as
 * servers stream it; the tokens come only where the request asks for them.
 * @param before stands before the first event
 */
export function eventsOf(
  completion: JsonObject,
  request: JsonObject,
  before = '',
): { readonly type: string; readonly text: string } {
  const { choices, usage, object: _object, ...head } = completion;
  const [choice] = choices as unknown as readonly Choice[];
  const { message = {}, finish_reason = null } = choice ?? {};
  const chunk = (made: readonly JsonObject[], more: JsonObject = {}): JsonObject => ({
    ...head,
    object: 'chat.completion.chunk',
    choices: made,
    ...more,
  });
  const delta = (part: JsonObject, finish: JsonValue = null): JsonObject =>
    chunk([{ index: 0, delta: part, finish_reason: finish }]);
  const options = request['stream_options'] as { readonly include_usage?: boolean } | undefined;
  const events = [
    delta({ role: 'assistant', content: '' }),
    ...['reasoning_content', 'reasoning', 'content'].flatMap((field) =>
      pieces(message[field]).map((piece) => delta({ [field]: piece })),
    ),
    ...callDeltas(message['tool_calls']).map((calls) => delta({ tool_calls: [calls] })),
    delta({}, finish_reason),
    ...(options?.include_usage === true ? [chunk([], { usage: usage ?? null })] : []),
  ];
  const written = events.map((event) => `: keep-alive\n\ndata: ${JSON.stringify(event)}\n\n`);
  return { type: 'text/event-stream', text: `${before}${written.join('')}data: [DONE]\n\n` };
}

const pieces = (text: JsonValue | undefined): string[] =>
  typeof text === 'string' ? (text.match(new RegExp(`[^]{1,${PIECE}}`, 'gu')) ?? []) : [];

/** A call's name and id come first, its arguments after that in pieces. */
function callDeltas(calls: JsonValue | undefined): JsonObject[] {
  const made = Array.isArray(calls) ? (calls as readonly JsonObject[]) : [];
  return made.flatMap(({ id = '', function: called }, index) => {
    const { name = '', arguments: given = '' } = called as JsonObject;
    const argument = pieces(given).map((piece) => ({ index, function: { arguments: piece } }));
    return [{ index, id, type: 'function', function: { name, arguments: '' } }, ...argument];
  });
}
