import type { CallOutcome } from '../../core/call-outcome.js';
import type { BenchwrightError } from '../../core/errors/benchwright-error.js';
import type { ModelRequest } from '../../core/model-call.js';
import { costOf } from '../../core/price.js';
import type { CallUse } from '../../store/ledger/call-state.js';
import type { Denied } from '../../store/ledger/purse.js';
import { budgetReached, budgetUnkept, reservation, type Planned } from '../cost/budget.js';
import type { Payer } from '../ledger/ledger.js';
import type { ModelAccess } from './model-access.js';

/** The share of a stage's answers that what is reserved for one has to suffice for. */
const USUAL_SHARE = 0.99;

/** A call that somebody is to pay for. */
export interface Payable {
  readonly request: ModelRequest;
  readonly use: CallUse;
  /** Counts the tokens of the request; called when it is about to be sent. */
  readonly inputTokens: () => number;
}

/**
 * What a call means to the budget of its run: what is reserved for it, what it cost, and that no further call of the
 * execution is made once one is denied.
 *
 * @param execution the run's calls of it end together when its budget is reached
 */
export function payerOf(
  access: ModelAccess,
  { execution, ...payable }: Payable & { readonly execution: string },
): Payer {
  const { request, use } = payable;
  return {
    runId: use.runId,
    reserve: async () => reservation(await plannedCall(access, payable)),
    costOf: (outcome: CallOutcome) =>
      'answer' in outcome ? costOf(outcome.answer.usage, access.priceOf(request.model)) : 0,
    async denied(denied: Denied) {
      const error = deniedError(denied, await plannedCall(access, payable), request.model);
      access.budgetGate.close(execution, error);
      return error;
    },
  };
}

/** A call before it is made, for what is reserved for it. */
export async function plannedCall(
  { priceOf, lengths }: Pick<ModelAccess, 'priceOf' | 'lengths'>,
  { request, use, inputTokens }: Payable,
): Promise<Planned> {
  const output =
    request.kind === 'embedding'
      ? { maxTokens: 0 }
      : {
          maxTokens: request.sampling.maxTokens,
          usual: (await lengths.of(use.runId, use.stage)).percentile(USUAL_SHARE),
        };
  return { inputTokens: inputTokens(), ...output, price: priceOf(request.model) };
}

/** The error that pauses a run whose budget denies it a call. */
export function deniedError(
  { state, budget, spending }: Denied,
  planned: Planned,
  model: string,
): BenchwrightError {
  if (state === 'no reserve') return budgetUnkept(budget, planned, model);
  const { soft = 0, hard = 0 } = reservation(planned);
  return budgetReached(budget, spending, budget.hard ? hard : soft);
}
