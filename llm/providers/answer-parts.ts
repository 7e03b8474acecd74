import * as z from 'zod';
import type { Usage } from '../../core/model-call.js';
import { asDoubles } from '../../core/number-fields.js';

/** What a list of content parts says. */
interface ReadContent {
  readonly text: string;
  /** Undefined if there is none. */
  readonly reasoning: string | undefined;
  readonly refusal: string | undefined;
}

/** A part of a list; other fields, and parts of other kinds, do not matter. */
const part = z.union([
  z.string(),
  z.looseObject({
    type: z.string().optional().catch(undefined),
    text: z.unknown().optional(),
    thinking: z.unknown().optional(),
    reasoning: z.unknown().optional(),
    summary: z.unknown().optional(),
    refusal: z.unknown().optional(),
  }),
]);
/** Types of parts that hold thoughts: Mistral, Anthropic, OpenRouter, OpenAI's Responses. */
const THOUGHT = /think|reason|summary|thought/i;

/**
 * Reads content: a text, null, one part, or a list of parts. Texts are joined; thoughts and refusals are kept apart.
 * @returns undefined for anything else: then nothing says what the answer is
 */
export function readContent(content: unknown): ReadContent | undefined {
  if (content === undefined || content === null)
    return { text: '', reasoning: undefined, refusal: undefined };
  if (typeof content === 'string') return { text: content, reasoning: undefined, refusal: undefined };
  const read = z.array(part.nullable().catch(null)).safeParse(Array.isArray(content) ? content : [content]);
  if (!read.success || (!Array.isArray(content) && read.data[0] === null)) return undefined;
  const texts: string[] = [];
  const thoughts: string[] = [];
  const refusals: string[] = [];
  for (const one of read.data) {
    if (one === null) continue;
    if (typeof one === 'string') texts.push(one);
    else if (THOUGHT.test(one.type ?? '') || one.thinking !== undefined)
      thoughts.push(thoughtText(one.thinking ?? one.text ?? one.reasoning ?? one.summary));
    else if (one.type === 'refusal') refusals.push(thoughtText(one.refusal));
    else if (typeof one.text === 'string') texts.push(one.text);
  }
  return { text: texts.join(''), reasoning: joined(thoughts), refusal: joined(refusals) };
}

/** The text of a thought: a string, or parts of any form with texts in them. */
export function thoughtText(thought: unknown): string {
  if (typeof thought === 'string') return thought;
  if (typeof thought !== 'object' || thought === null) return '';
  if (Array.isArray(thought)) return thought.map(thoughtText).join('');
  const { text, thinking, reasoning, summary, content } = thought as Readonly<Record<string, unknown>>;
  return thoughtText(text ?? thinking ?? reasoning ?? summary ?? content);
}

/** Texts that are not empty, with a blank line between; undefined if there is none. */
export function joined(texts: readonly (string | undefined)[]): string | undefined {
  const said = texts.filter((text) => text !== undefined && text.trim() !== '');
  return said.length === 0 ? undefined : said.join('\n\n');
}

/** A count of tokens; undefined for anything else, which then does not lose an answer. */
export const tokenCount = z
  .unknown()
  .transform((given) => {
    const count = asDoubles(given);
    return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
  })
  .optional();

/**
 * Usage from the counts that a provider gave. A missing count of input or output is 0 and listed in `estimated`;
 * `withEstimates` counts it.
 */
export function usageOf(given: {
  readonly input: number | undefined;
  readonly cachedInput?: number | undefined;
  readonly output: number | undefined;
  readonly reasoning?: number | undefined;
}): Usage {
  const { input = 0, cachedInput = 0, output = 0, reasoning = 0 } = given;
  const estimated = (['input', 'output'] as const).filter((which) => given[which] === undefined);
  return {
    input,
    // Of an input that is unknown, nothing is known to be cached.
    cachedInput: Math.min(cachedInput, input),
    output,
    reasoning: Math.min(reasoning, output),
    ...(estimated.length > 0 && { estimated }),
  };
}
