import * as z from 'zod';
import { definePrompt } from '../definition.js';
import { keptProblems, numberProblems, toolProblems } from './kept-words.js';

const inputSchema = z.strictObject({
  /** The turn's gold calls; arguments as JSON, `Tool.result_slot` for values of earlier results. */
  calls: z.array(z.strictObject({ tool: z.string(), arguments: z.string() })).min(1),
  /** The user turn as joined by rule. */
  request: z.string(),
  /** Values and names in it, as spelled there. */
  keep: z.array(z.string()),
});
const outputSchema = z.strictObject({ request: z.string().min(1) });
type Input = z.infer<typeof inputSchema>;

const OPENINGS = ['Could you help me with this?', 'There are some things I need.', 'So, please:'] as const;

/** Words for a number, day or time; "one" and "first" usually mean something else. */
const VALUE_WORDS =
  /\b(?:(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|april|june|july|august|september|october|november|december|today|tonight|tomorrow|yesterday|noon|midnight|morning|afternoon|evening)s?)\b/gi;

const valueWords = (text: string): string[] => [
  ...new Set((text.match(VALUE_WORDS) ?? []).map((word) => word.toLowerCase())),
];

/** Rephrases a user turn of several requests joined by rule, as one person would say it. */
export const rewriteRequest = definePrompt({
  id: 'mtu-bench/rewrite-request',
  input: inputSchema,
  example: {
    calls: [
      { tool: 'FindInn', arguments: '{"city":"Rome","pets":"True"}' },
      { tool: 'BookInn', arguments: '{"inn":"FindInn.inn","nights":"2"}' },
    ],
    request: 'Find me a pet-friendly inn in Rome. I want to stay for 2 nights in the first you find.',
    keep: ['Rome', '2'],
  },
  answer: {
    output: outputSchema,
    rules: ({ calls, keep, request: old }: Input, { request }) => [
      ...(request.trim() === '' ? ['the request is empty'] : []),
      ...keptProblems('request', keep, request),
      ...numberProblems('request', old, request),
      ...valueWords(old)
        .filter((word) => !valueWords(request).includes(word))
        .map((word) => `"${word}" is lost`),
      ...valueWords(request)
        .filter((word) => !valueWords(old).includes(word))
        .map((word) => `"${word}" is not in the old request`),
      ...toolProblems('request', calls, old, request),
    ],
    rehearse: ({ calls, request }: Input, draw) => {
      const opening = OPENINGS[draw.int(0, OPENINGS.length - 1)] ?? '';
      const said = `${opening} ${request}`;
      const named = calls.some(({ tool }) => said.includes(tool) && !request.includes(tool));
      return { request: named ? request : said };
    },
  },
});
