import { streamWorkItems } from '../store/stages/work-items.js';
import type { Store } from '../store/store.js';

/** A request of a stage that failed, with the reason. */
export interface FailedRequest<I> {
  readonly asked: I;
  readonly keys: readonly string[];
  readonly reason: string;
  readonly detail: string;
}

/**
 * The answers of a stage to its requests, in order. Failed requests are added to `failed`.
 * @param soFar whether some may lack an outcome
 */
export async function* pooledAnswers<I extends { readonly recordId: string }, O>(
  store: Store,
  { runId, stage, soFar }: { readonly runId: string; readonly stage: string; readonly soFar: boolean },
  failed: FailedRequest<I>[],
): AsyncGenerator<{ readonly asked: I; readonly answer: O; readonly keys: readonly string[] }> {
  for await (const { input, result } of streamWorkItems(store, runId, stage)) {
    const asked = input as I;
    if (result === undefined) {
      if (soFar) continue;
      throw new Error(`the request ${asked.recordId} of ${stage} has no outcome yet`);
    }
    const { keys } = result;
    if (result.outcome === 'done') yield { asked, answer: result.value as O, keys };
    else failed.push({ asked, keys, reason: result.reason, detail: result.detail });
  }
}
