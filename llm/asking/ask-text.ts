import type { ChatAnswer, ChatRequest } from '../../core/model-call.js';
import { plannedAttempts, digestOfRequest, type Retries } from './attempts.js';
import { callModel, type CallContext } from './call-model.js';
import type { ModelAccess } from './model-access.js';

/** A question whose answer is taken as it stands. */
export interface TextQuestion {
  readonly request: ChatRequest;
  /** The stage's epoch. */
  readonly epoch: number;
  /** Independent answers that are asked for before the item is set aside. */
  readonly samples: number;
  readonly retries: Retries;
}

/** The answer, or why the item is set aside; with the ledger's keys of the calls, in order, and how many were sent now. */
export type TextAnswer =
  | {
      readonly ok: true;
      readonly answer: ChatAnswer;
      readonly keys: readonly string[];
      readonly bought: number;
    }
  | {
      readonly ok: false;
      readonly reason: string;
      readonly detail: string;
      readonly requestDigest: string;
      readonly keys: readonly string[];
      readonly bought: number;
    };

/**
 * Asks until there is an answer with text that came to its end: a fresh sample after one that has none, up to the
 * configured number; one alone where the request is tried again after it failed. Asked again it finds every answer in the
 * ledger and buys none.
 * @throws as `callModel`
 */
export async function askText(
  access: ModelAccess,
  { request, epoch, samples, retries }: TextQuestion,
  context: CallContext,
): Promise<TextAnswer> {
  const { first, samples: most } = plannedAttempts(request, samples, retries);
  const keys: string[] = [];
  let bought = 0;
  const aside = (reason: string, detail: string): TextAnswer => ({
    ok: false,
    reason,
    detail,
    requestDigest: digestOfRequest(request),
    keys,
    bought,
  });
  for (let sample = 0; ; sample += 1) {
    const attempt = { epoch, attempt: first + sample };
    const { key, outcome, from } = await callModel(access, request, attempt, context, problemOfText);
    keys.push(key);
    if (from === 'provider') bought += 1;
    if (outcome.outcome === 'answered') return { ok: true, answer: outcome.answer, keys, bought };
    if (outcome.outcome === 'rejected') return aside(outcome.kind, outcome.message);
    if (outcome.outcome === 'refused') {
      const { finish, refusal, text } = outcome.answer;
      return aside(finish === 'filtered' ? 'filtered' : 'refused', refusal ?? text);
    }
    if (sample + 1 >= most)
      return aside(outcome.problem, `still so after ${sample + 1} ${sample === 0 ? 'answer' : 'answers'}`);
  }
}

/** What is wrong with an answer that is to be a text; undefined: nothing. */
export function problemOfText({ finish, text }: ChatAnswer): string | undefined {
  if (finish === 'length') return 'answer cut off';
  return text.trim() === '' ? 'no text' : undefined;
}
