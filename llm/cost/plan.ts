import type { ModelRequest } from '../../core/model-call.js';
import { costOf, type Price } from '../../core/price.js';
import { inputTokens, type CountTokens } from './tokens.js';

/** Output taken for a call where neither earlier answers nor `maxTokens` say more. */
const ASSUMED_OUTPUT = 500;

/** What an answer of a stage is taken to be long, and why. */
export interface OutputGuess {
  readonly tokens: number;
  readonly from: 'earlier answers' | 'maxTokens' | 'assumed' | 'no text';
}

/** Of an embedding: a vector has no tokens. */
export const NO_OUTPUT: OutputGuess = { tokens: 0, from: 'no text' };

/** How long an answer will be: as earlier ones were, else as long as may be. */
export function guessOutput(
  { answers, mean }: { readonly answers: number; readonly mean: number },
  maxTokens: number | undefined,
): OutputGuess {
  if (answers > 0) return { tokens: Math.ceil(mean), from: 'earlier answers' };
  return maxTokens === undefined
    ? { tokens: ASSUMED_OUTPUT, from: 'assumed' }
    : { tokens: maxTokens, from: 'maxTokens' };
}

/** Calls that a stage will make of one model, as far as can be told before. */
export interface CallPlan {
  readonly calls: number;
  /** Answered before: these cost nothing. */
  readonly known: number;
  readonly toBuy: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** With every answer as long as `maxTokens` allows; undefined where nothing limits it. */
  readonly mostOutputTokens: number | undefined;
}

export const EMPTY_CALL_PLAN: CallPlan = {
  ...{ calls: 0, known: 0, toBuy: 0, inputTokens: 0, outputTokens: 0, mostOutputTokens: 0 },
};

/** A plan with one call more. @param known whether the ledger has its answer */
export function plusCall(
  plan: CallPlan,
  request: ModelRequest,
  { known, output, count }: { known: boolean; output: OutputGuess; count: CountTokens },
): CallPlan {
  if (known) return { ...plan, calls: plan.calls + 1, known: plan.known + 1 };
  const most = request.kind === 'chat' ? request.sampling.maxTokens : 0;
  return plusTokens(plan, { calls: 1, input: inputTokens(request, count), output: output.tokens, most });
}

/** A plan with more calls to buy. @param more `most`: output of a call at most */
export function plusTokens(
  plan: CallPlan,
  more: {
    readonly calls: number;
    readonly input: number;
    readonly output: number;
    readonly most: number | undefined;
  },
): CallPlan {
  const { mostOutputTokens } = plan;
  return {
    ...plan,
    calls: plan.calls + more.calls,
    toBuy: plan.toBuy + more.calls,
    inputTokens: plan.inputTokens + more.input,
    outputTokens: plan.outputTokens + more.output,
    mostOutputTokens:
      mostOutputTokens === undefined || more.most === undefined
        ? undefined
        : mostOutputTokens + more.calls * more.most,
  };
}

/** What a plan will cost, in US dollars: as guessed, and at most; undefined where a price or a limit is not known. */
export function costOfPlan(
  plan: CallPlan,
  price: Price | undefined,
  { batch }: { readonly batch: boolean },
): { readonly usd: number | undefined; readonly mostUsd: number | undefined } {
  const cost = (output: number): number | undefined =>
    costOf({ input: plan.inputTokens, cachedInput: 0, output }, price, { batch });
  return {
    usd: cost(plan.outputTokens),
    mostUsd: plan.mostOutputTokens === undefined ? undefined : cost(plan.mostOutputTokens),
  };
}
