import { readFileSync } from 'node:fs';
import Handlebars from 'handlebars';
import { parse } from 'yaml';
import * as z from 'zod';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import { sha256Hex } from '../core/digest.js';

const headerSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+(\/[a-z0-9-]+)+$/),
  version: z.int().positive(),
  role: z.string(),
  'described-in': z.string(),
});

/** A prompt: text with a header, kept whole so that a run can freeze it. */
export interface Prompt {
  readonly id: string;
  readonly version: number;
  /** Who is asked with it: a role of the configuration, or in words who reads it. */
  readonly role: string;
  /** Where its task is described. */
  readonly describedIn: string;
  /** SHA-256 of the whole file's text. */
  readonly sha256: string;
  /** The whole file, header included. */
  readonly text: string;
}

/** Prompts whose text stands in the evaluation files of MTU-Bench, by setting; OOD takes its style's. */
export const MTU_BENCH_PROMPTS = {
  'S-S': 'mtu-bench/s-s',
  'S-M': 'mtu-bench/s-m',
  'M-S': 'mtu-bench/m-s',
  'M-M': 'mtu-bench/m-m',
} as const;

const HEADER = /^---\n([\s\S]*?)\n---\n/;

/**
 * The prompt of this product's folder `prompts/` with this id.
 * @throws PROMPT_INVALID
 */
export function readPrompt(id: string): Prompt {
  return parsePrompt(readFileSync(new URL(`./${id}.txt`, import.meta.url), 'utf8'), `prompts/${id}.txt`);
}

/**
 * A prompt from its file's text.
 * @throws PROMPT_INVALID when the header is missing or wrong
 */
export function parsePrompt(text: string, where: string): Prompt {
  const found = HEADER.exec(text);
  const header = headerSchema.safeParse(found ? parse(found[1] ?? '') : undefined);
  if (!header.success) {
    throw new BenchwrightError('PROMPT_INVALID', {
      expected: 'a header between --- lines with id, version, role and described-in',
      found: header.error.issues[0]?.message ?? 'no header',
      where,
      next: 'Fix the header; `benchwright prompts show mtu-bench/s-s` shows one.',
    });
  }
  const { id, version, role } = header.data;
  return { id, version, role, describedIn: header.data['described-in'], sha256: sha256Hex(text), text };
}

/** Compiled once a prompt: a stage fills one for every subject. */
const templates = new WeakMap<Prompt, HandlebarsTemplateDelegate>();

function templateOf(prompt: Prompt): HandlebarsTemplateDelegate {
  const known = templates.get(prompt);
  if (known) return known;
  const made = Handlebars.compile(prompt.text.replace(HEADER, ''), { noEscape: true, strict: true });
  templates.set(prompt, made);
  return made;
}

/**
 * The prompt's text with its placeholders filled; nothing is escaped, a placeholder without a value is an error.
 * @throws PROMPT_INVALID for a placeholder that the input lacks
 */
export function renderPrompt(prompt: Prompt, input: Readonly<Record<string, unknown>>): string {
  try {
    return templateOf(prompt)(input);
  } catch (error) {
    throw new BenchwrightError('PROMPT_INVALID', {
      expected: `placeholders among: ${Object.keys(input).join(', ')}`,
      found: error instanceof Error ? error.message : String(error),
      where: prompt.id,
      next: 'Fix the placeholder in the prompt file.',
    });
  }
}
