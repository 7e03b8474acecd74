import { getBatch, noteEnded } from '../../store/batches/batches.js';
import { nextOf, providerOf, type BatchAccess, type BatchNextStep } from './batch-access.js';
import { isGone, laterOrPause, mayBeGone, unknownThere, WAIT_FAULTS } from './faults.js';

/**
 * Asks whether a batch has ended.
 * @param faults how often in a row it could not be asked about
 * @throws MODEL_MISCONFIGURED, MODEL_UNAVAILABLE: the batch goes on at the provider; the signal's reason
 */
export async function pollBatch(
  access: BatchAccess,
  batchId: string,
  { signal, faults = 0 }: { readonly signal: AbortSignal; readonly faults?: number },
): Promise<BatchNextStep> {
  const { store } = access;
  const batch = await getBatch(store, batchId);
  if (batch.status !== 'submitted' || batch.providerId === undefined) return { next: nextOf(batch) };
  try {
    const state = await providerOf(access, batch).poll(batch.providerId, { signal });
    if (state.status === 'running') return { next: 'poll' };
    const { status, problem, resultsUntilMs } = state;
    await noteEnded(store, batchId, { status, problem, resultsUntilMs });
    return { next: 'settle' };
  } catch (error) {
    if (isGone(error)) {
      if (!mayBeGone(batch, store.now())) throw unknownThere(batch, error);
      await noteEnded(store, batchId, { status: 'gone', problem: error.message });
      return { next: 'settle' };
    }
    return laterOrPause(error, { batch, next: 'poll', faults, most: WAIT_FAULTS });
  }
}
