import { cancellationSignal, CancelledFailure } from '@temporalio/activity';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import { isCancelRequested } from '../store/runs.js';
import type { Store } from '../store/store.js';

/**
 * Called before each piece of work: a run that somebody cancelled does no more. The store's flag is seen at once,
 * Temporal's cancellation only with a heartbeat's answer.
 * @throws RUN_CANCELLED, CancelledFailure
 */
export async function assertGoesOn(store: Store, runId: string): Promise<void> {
  if (cancellationSignal().aborted) throw new CancelledFailure('the run was cancelled');
  if (!(await isCancelRequested(store, runId))) return;
  throw new BenchwrightError('RUN_CANCELLED', {
    found: 'somebody cancelled the run',
    next: 'Run `benchwright resume` to go on.',
  });
}
