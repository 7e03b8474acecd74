import { keyedCall } from '../../core/ledger-key.js';
import type { ModelRequest, Sample } from '../../core/model-call.js';
import { finalRows } from '../../store/ledger/call-state.js';
import type { Store } from '../../store/store.js';
import { EMPTY_CALL_PLAN, plusCall, type CallPlan, type OutputGuess } from './plan.js';
import type { CountTokens } from './tokens.js';

/** A call as it will be sent. */
export interface PlannedCall {
  readonly request: ModelRequest;
  readonly sample: Sample;
}

/** Keys per lookup statement. */
const LOOK_UP = 500;

/** Counts calls: duplicates once, cached ones at no cost. */
export async function countCalls(
  ledger: Store,
  calls: AsyncIterable<PlannedCall> | Iterable<PlannedCall>,
  guessed: { readonly output: OutputGuess; readonly count: CountTokens },
): Promise<CallPlan> {
  let plan = EMPTY_CALL_PLAN;
  const seen = new Set<string>();
  let page = new Map<string, ModelRequest>();
  const add = async (): Promise<void> => {
    const known = await finalRows(ledger.db.read, [...page.keys()]);
    for (const [key, request] of page) plan = plusCall(plan, request, { known: known.has(key), ...guessed });
    page = new Map();
  };
  for await (const { request, sample } of calls) {
    const { key } = keyedCall(request, sample);
    if (seen.has(key)) continue;
    seen.add(key);
    page.set(key, request);
    if (page.size === LOOK_UP) await add();
  }
  if (page.size > 0) await add();
  return plan;
}
