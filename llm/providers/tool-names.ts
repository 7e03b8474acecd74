import type { ChatRequest } from '../../core/model-call.js';

/** What both providers take as the name of a tool (Anthropic up to 128 characters). */
const ALLOWED = /^[a-zA-Z0-9_-]{1,64}$/;

/** The names of a request's tools as they are sent, and as the answer's are to be read. */
export interface ToolNames {
  sent(name: string): string;
  meant(name: string): string;
}

/**
 * Tools of corpora and API documents have dots, blanks and long names, which providers refuse. Such a name goes out
 * with `_` for what is not allowed (and a number where that is another tool's name already) and comes back as itself.
 * The same for the same request, however often.
 */
export function toolNames(request: ChatRequest): ToolNames {
  const names = new Set([
    ...(request.tools ?? []).map((tool) => tool.name),
    ...request.messages.flatMap((message) =>
      message.role === 'assistant' ? (message.toolCalls ?? []).map((call) => call.name) : [],
    ),
  ]);
  const taken = new Set([...names].filter((name) => ALLOWED.test(name)));
  const sent = new Map<string, string>();
  for (const name of names) {
    if (ALLOWED.test(name)) continue;
    const plain = name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 60) || '_';
    let alias = plain;
    for (let number = 2; taken.has(alias); number++) alias = `${plain}_${number}`;
    taken.add(alias);
    sent.set(name, alias);
  }
  const meant = new Map([...sent].map(([name, alias]) => [alias, name]));
  return { sent: (name) => sent.get(name) ?? name, meant: (name) => meant.get(name) ?? name };
}
