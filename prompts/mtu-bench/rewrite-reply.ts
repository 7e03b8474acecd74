import * as z from 'zod';
import { definePrompt } from '../definition.js';
import { keptProblems, numberProblems, toolProblems } from './kept-words.js';

const inputSchema = z.strictObject({
  turns: z.array(z.strictObject({ speaker: z.enum(['user', 'assistant']), text: z.string() })).min(1),
  /** The turn's gold calls; arguments as JSON. */
  calls: z.array(z.strictObject({ tool: z.string(), arguments: z.string() })),
  /** The calls' results as JSON; empty if nothing was called. */
  observation: z.string(),
  /** The corpus's reply. */
  reply: z.string(),
  /** Observation values that it names, as spelled there. */
  keep: z.array(z.string()),
});
const outputSchema = z.strictObject({ reply: z.string().min(1) });
type Input = z.infer<typeof inputSchema>;

const OPENINGS = ['All right.', 'Sure.', 'Let me put it this way:', 'With pleasure.'] as const;

const asks = (text: string): boolean => text.includes('?');

/** Rephrases the assistant's reply of a turn. */
export const rewriteReply = definePrompt({
  id: 'mtu-bench/rewrite-reply',
  input: inputSchema,
  example: {
    turns: [{ speaker: 'user', text: 'Find me a pet-friendly inn in Rome.' }],
    calls: [{ tool: 'FindInn', arguments: '{"city":"Rome","pets":"True"}' }],
    observation: '{"inn":"Casa Lupo","price":"80"}',
    reply: 'There is Casa Lupo, for $80 a night. Do you like it?',
    keep: ['Casa Lupo', '80'],
  },
  answer: {
    output: outputSchema,
    rules: ({ calls, keep, reply: old }: Input, { reply }) => [
      ...(reply.trim() === '' ? ['the reply is empty'] : []),
      ...keptProblems('reply', keep, reply),
      ...numberProblems('reply', old, reply),
      ...(asks(old) && !asks(reply) ? ['the old reply asks a question, the new one does not'] : []),
      ...(!asks(old) && asks(reply) ? ['the old reply asks no question, the new one does'] : []),
      ...toolProblems('reply', calls, old, reply),
    ],
    rehearse: ({ calls, reply }: Input, draw) => {
      const opening = OPENINGS[draw.int(0, OPENINGS.length - 1)] ?? '';
      const said = `${opening} ${reply}`;
      const named = calls.some(({ tool }) => said.includes(tool) && !reply.includes(tool));
      return { reply: named ? reply : said };
    },
  },
});
