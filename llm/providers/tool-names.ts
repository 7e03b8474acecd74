import type { ChatRequest } from '../../core/model-call.js';

/** Tool names accepted by both providers (Anthropic allows up to 128 characters). */
const ALLOWED = /^[a-zA-Z0-9_-]{1,64}$/;

/** Maps a request's tool names to wire names and back. */
export interface ToolNames {
  sent(name: string): string;
  meant(name: string): string;
}

/**
 * Tools of corpora and API documents have dots, blanks and long names, which providers reject. Disallowed characters
 * become `_`, with a number if that name is taken; answers are mapped back. Deterministic per request.
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
