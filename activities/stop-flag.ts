import { cancellationSignal, CancelledFailure, heartbeat } from '@temporalio/activity';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import { stopRequested, type StopRequest } from '../store/runs.js';
import type { Store } from '../store/store.js';

/**
 * Called before each piece of work: a run that somebody cancelled or paused does no more. The store's flag is seen at once,
 * Temporal's cancellation only with a heartbeat's answer.
 * @throws RUN_CANCELLED, RUN_PAUSED, CancelledFailure
 */
export async function throwIfStopRequested(store: Store, runId: string): Promise<void> {
  if (cancellationSignal().aborted) throw new CancelledFailure('the run was cancelled');
  const how = await stopRequested(store, runId);
  if (how !== undefined) throw runStopped(how);
}

/** What ends the work on a run that somebody wants to end. */
export const runStopped = (how: StopRequest): BenchwrightError =>
  new BenchwrightError(how === 'pause' ? 'RUN_PAUSED' : 'RUN_CANCELLED', {
    found: `somebody ${how === 'pause' ? 'paused' : 'cancelled'} the run`,
    next: 'Run `benchwright resume` to go on.',
  });

/** Says that the work goes on, where it does. @throws as `throwIfStopRequested` */
export async function heartbeatAndCheckStop(store: Store, runId: string): Promise<void> {
  heartbeat();
  await throwIfStopRequested(store, runId);
}
