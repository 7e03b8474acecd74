import { getBatch, noteEnded } from '../../store/batches/batches.js';
import { nextOf, providerOf, type BatchAccess, type BatchNextStep } from './batch-access.js';
import { isGone, laterOrPause, mayBeGone, unknownBatch, WAIT_FAULTS } from './faults.js';

/**
 * Polls a batch.
 * @param faults consecutive failures so far
 * @throws MODEL_MISCONFIGURED, MODEL_UNAVAILABLE, while the batch continues at the provider; the signal's reason
 */
export async function pollBatch(
  access: BatchAccess,
  batchId: string,
  { signal, faults = 0 }: { readonly signal: AbortSignal; readonly faults?: number },
): Promise<BatchNextStep> {
  const { store } = access;
  const batch = await getBatch(store, batchId);
  if (batch.status !== 'submitted' || batch.providerId === undefined) return { next: nextOf(batch) };
  await access.ready?.(batch.runId);
  try {
    const state = await providerOf(access, batch).poll(batch.providerId, { signal });
    if (state.status === 'running') return { next: 'poll' };
    const { status, problem, resultsUntilMs } = state;
    await noteEnded(store, batchId, { status, problem, resultsUntilMs });
    return { next: 'settle' };
  } catch (error) {
    if (isGone(error)) {
      if (!mayBeGone(batch, store.now())) throw unknownBatch(batch, error);
      await noteEnded(store, batchId, { status: 'gone', problem: error.message });
      return { next: 'settle' };
    }
    return laterOrPause(error, { batch, next: 'poll', faults, most: WAIT_FAULTS });
  }
}
