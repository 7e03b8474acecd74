import type * as z from 'zod';
import type { ChatAnswer, ChatRequest } from '../../core/model-call.js';
import type { Prompt } from '../../prompts/prompt.js';
import { nextStep, type StructuredSettings } from '../structured-output/next-step.js';
import { readAnswer, type Reading, type Rule } from '../structured-output/read-answer.js';
import { repairTurn } from '../structured-output/repair.js';
import { outputSchema } from '../structured-output/schema.js';
import { plannedAttempts, digestOfRequest, type Retries } from './attempts.js';
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
  /** The stage's epoch. */
  readonly epoch: number;
  /** Requests that `retry --failed` took up. */
  readonly retries?: Retries;
}

/** A usable value, or why the item is set aside; with the ledger's keys of the calls, in order, and how many were sent now. */
export type StructuredAnswer<T> =
  | { readonly ok: true; readonly value: T; readonly keys: readonly string[]; readonly bought: number }
  | {
      readonly ok: false;
      /** In a word or two: what a provider would not take, or what was wrong with the last answer. */
      readonly problem: string;
      /** The same with its circumstances. */
      readonly reason: string;
      readonly requestDigest: string;
      readonly keys: readonly string[];
      readonly bought: number;
    };

/** One answer as it was read; or why the provider would not take the request, which no other wording of it mends. */
type Read<T> =
  | { readonly key: string; readonly sent: boolean; readonly reading: Reading<T>; readonly text: string }
  | {
      readonly key: string;
      readonly sent: boolean;
      readonly rejected: { readonly kind: string; readonly message: string };
    };

/**
 * Asks until there is an answer that satisfies schema and rules: one repair turn that shows the model its error, then a
 * fresh sample, up to the configured number (DESIGN.md, "Failure"); one answer alone to a request that is tried again
 * after it failed. What is asked follows from the answers alone, so
 * asked again it finds every one of them in the ledger and buys none.
 *
 * @throws as `callModel`; PROMPT_INVALID
 */
export async function askStructured<T>(
  access: ModelAccess,
  question: StructuredQuestion<T>,
  context: CallContext,
): Promise<StructuredAnswer<T>> {
  const { request, name, schema, repair, epoch, retries = new Map() } = question;
  const asked = withOutput(request, name, schema);
  const { first, samples, retried } = plannedAttempts(asked, question.settings.samples, retries);
  const settings: StructuredSettings = { samples, repair: question.settings.repair && !retried };
  const keys: string[] = [];
  let bought = 0;
  const aside = (problem: string, reason: string): StructuredAnswer<T> => ({
    ok: false,
    problem,
    reason,
    requestDigest: digestOfRequest(asked),
    keys,
    bought,
  });
  let sample = 0;
  let messages = asked.messages;
  let repaired = false;
  for (;;) {
    const attempt = { epoch, attempt: first + sample };
    const read = await readOnce(access, { ...asked, messages }, attempt, question, context);
    keys.push(read.key);
    if (read.sent) bought += 1;
    if ('rejected' in read) {
      const { kind: problem, message } = read.rejected;
      return aside(problem, `${problem}: ${message}`);
    }
    const { reading, text } = read;
    if (reading.ok) return { ok: true, value: reading.value, keys, bought };
    const { reason, problems } = reading;
    const next = nextStep({ sample, repaired, reason, problems, empty: text.trim() === '' }, settings);
    if (next.step === 'set aside') return aside(reason, next.reason);
    repaired = next.step === 'repair';
    sample = next.sample;
    messages = repaired ? repairTurn(repair, asked.messages, text, reading) : asked.messages;
  }
}

/** The request for an answer of a schema. */
export const withOutput = (request: ChatRequest, name: string, schema: z.ZodType): ChatRequest => ({
  ...request,
  output: { name, schema: outputSchema(schema).schema },
});

/** What is wrong with an answer that is to be of a schema; undefined: nothing. */
export function problemOfAnswer<T>(
  answer: ChatAnswer,
  schema: z.ZodType<T>,
  rules: readonly Rule<T>[] = [],
): string | undefined {
  const reading = readAnswer(answer, schema, rules);
  return reading.ok ? undefined : [reading.reason, ...reading.problems].join('; ');
}

async function readOnce<T>(
  access: ModelAccess,
  request: ChatRequest,
  sample: { readonly epoch: number; readonly attempt: number },
  { schema, rules = [] }: StructuredQuestion<T>,
  context: CallContext,
): Promise<Read<T>> {
  const { key, outcome, from } = await callModel(access, request, sample, context, (answer) =>
    problemOfAnswer(answer, schema, rules),
  );
  const sent = from === 'provider';
  if (outcome.outcome === 'rejected') return { key, sent, rejected: outcome };
  return { key, sent, text: outcome.answer.text, reading: readAnswer(outcome.answer, schema, rules) };
}
