import * as z from 'zod';
import { definePrompt } from '../definition.js';

const inputSchema = z.strictObject({
  turns: z.array(z.strictObject({ speaker: z.enum(['user', 'assistant']), text: z.string() })).min(1),
  /** The gold calls that follow; arguments as JSON. */
  calls: z.array(z.strictObject({ tool: z.string(), arguments: z.string() })),
  /** The rule-written thought. */
  thought: z.string(),
});
const outputSchema = z.strictObject({ thought: z.string().min(1) });
type Input = z.infer<typeof inputSchema>;

/** How MTU-Bench's outputs begin a call. */
const WRITES_CALL = /Action( Input)?:/;

const OPENINGS = ['Let me see.', 'So, to go on:', 'Right.', 'Here is how I see it.'] as const;

/** Rewrites a turn's rule-written thought. */
export const rewriteThought = definePrompt({
  id: 'mtu-bench/rewrite-thought',
  input: inputSchema,
  example: {
    turns: [{ speaker: 'user', text: 'Find me a pet-friendly inn in Rome.' }],
    calls: [{ tool: 'FindInn', arguments: '{"city":"Rome","pets":"True"}' }],
    thought: 'The user wants to find an inn. I call FindInn with city and pets as the user said.',
  },
  answer: {
    output: outputSchema,
    rules: ({ calls, thought: old }: Input, { thought }) => [
      ...(thought.trim() === '' ? ['the thought is empty'] : []),
      ...[...new Set(calls.map((call) => call.tool))]
        .filter((tool) => !thought.includes(tool))
        .map((tool) => `the thought does not name the tool ${tool}`),
      // It precedes the calls in a training record and would be parsed as one.
      ...(WRITES_CALL.test(thought) &&
      ![old, ...calls.map((call) => call.tool)].some((text) => WRITES_CALL.test(text))
        ? ['the thought writes the call itself ("Action:"), which follows it']
        : []),
    ],
    rehearse: ({ calls, thought }: Input, draw) => {
      const opening = OPENINGS[draw.int(0, OPENINGS.length - 1)] ?? '';
      const unnamed = calls.map((call) => call.tool).filter((tool) => !thought.includes(tool));
      const named = unnamed.length === 0 ? '' : ` I use ${unnamed.join(', ')}.`;
      return { thought: `${opening} ${thought}${named}` };
    },
  },
});
