import type * as z from 'zod';
import type { ChatRequest } from '../../core/model-call.js';
import type { Prompt } from '../../prompts/prompt.js';
import { nextStep, type StructuredSettings } from '../structured-output/next-step.js';
import { readAnswer, type Reading, type Rule } from '../structured-output/read-answer.js';
import { repairTurn } from '../structured-output/repair.js';
import { outputSchema } from '../structured-output/schema.js';
import { callModel, type CallContext } from './call-model.js';
import type { ModelAccess } from './model-access.js';

/** What a model is to write, and how often it is asked. */
export interface StructuredQuestion<T> {
  /** Without `output`: that comes from the schema. */
  readonly request: ChatRequest;
  /** Names the schema towards providers: letters, digits, `_` and `-`. */
  readonly name: string;
  readonly schema: z.ZodType<T>;
  /** What the answer has to fulfil beyond its schema. */
  readonly rules?: readonly Rule<T>[];
  readonly settings: StructuredSettings;
  /** The prompt of the repair turn, as the run froze it. */
  readonly repair: Prompt;
  /** The stage's epoch, and the attempt of it that is asked first (`retry --failed` goes on at the next unused one). */
  readonly epoch: number;
  readonly firstAttempt?: number;
}

/** A usable value, or why the item is set aside; with the ledger's keys of the calls, in order. */
export type StructuredAnswer<T> =
  | { readonly ok: true; readonly value: T; readonly keys: readonly string[] }
  | { readonly ok: false; readonly reason: string; readonly keys: readonly string[] };

/** One answer as it was read; or why the provider would not take the request, which no other wording of it mends. */
type Read<T> =
  | { readonly key: string; readonly reading: Reading<T>; readonly text: string }
  | { readonly key: string; readonly rejected: string };

/**
 * Asks until there is an answer that satisfies schema and rules: one repair turn that shows the model its error, then a
 * fresh sample, up to the configured number (DESIGN.md, "Failure"). What is asked follows from the answers alone, so
 * asked again it finds every one of them in the ledger and buys none.
 *
 * @throws as `callModel`; PROMPT_INVALID
 */
export async function askStructured<T>(
  access: ModelAccess,
  question: StructuredQuestion<T>,
  context: CallContext,
): Promise<StructuredAnswer<T>> {
  const { request, name, schema, settings, repair, epoch, firstAttempt = 0 } = question;
  const asked: ChatRequest = { ...request, output: { name, schema: outputSchema(schema).schema } };
  const keys: string[] = [];
  let sample = 0;
  let messages = asked.messages;
  let repaired = false;
  for (;;) {
    const attempt = { epoch, attempt: firstAttempt + sample };
    const read = await readOnce(access, { ...asked, messages }, attempt, question, context);
    keys.push(read.key);
    if ('rejected' in read) return { ok: false, reason: read.rejected, keys };
    const { reading, text } = read;
    if (reading.ok) return { ok: true, value: reading.value, keys };
    const { reason, problems } = reading;
    const next = nextStep({ sample, repaired, reason, problems, empty: text.trim() === '' }, settings);
    if (next.step === 'set aside') return { ok: false, reason: next.reason, keys };
    repaired = next.step === 'repair';
    sample = next.sample;
    messages = repaired ? repairTurn(repair, asked.messages, text, reading) : asked.messages;
  }
}

async function readOnce<T>(
  access: ModelAccess,
  request: ChatRequest,
  sample: { readonly epoch: number; readonly attempt: number },
  { schema, rules = [] }: StructuredQuestion<T>,
  context: CallContext,
): Promise<Read<T>> {
  const { key, outcome } = await callModel(access, request, sample, context, (answer) => {
    const reading = readAnswer(answer, schema, rules);
    return reading.ok ? undefined : [reading.reason, ...reading.problems].join('; ');
  });
  if (outcome.outcome === 'rejected') return { key, rejected: `${outcome.kind}: ${outcome.message}` };
  return { key, text: outcome.answer.text, reading: readAnswer(outcome.answer, schema, rules) };
}
