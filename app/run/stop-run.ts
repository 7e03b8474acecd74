import { setTimeout as sleep } from 'node:timers/promises';
import { WorkflowNotFoundError, type WorkflowHandle } from '@temporalio/client';
import { DRAIN_MS } from '../../core/model-limits.js';
import { engineStatus } from '../../engine/status.js';
import { callsInFlight } from '../../store/ledger/in-flight.js';
import { getRun, requestStop, setRunStatus, type Run, type StopRequest } from '../../store/runs.js';
import type { Store } from '../../store/store.js';
import { livingWorkers } from '../../store/workers.js';
import { isExternal, withClient, type Context } from '../context.js';
import { isOpen } from './choose-run.js';
import { WAKE_SIGNAL, workflowIdOf } from './names.js';

/** Longer than calls in flight are given to reach the ledger. */
const WAIT_MS = DRAIN_MS + 10_000;
const LOOK_MS = 100;

/** The status of a run that was stopped so. */
export const STATUS_AFTER = { cancel: 'cancelled', pause: 'paused' } as const satisfies Record<
  StopRequest,
  Run['status']
>;

/** Whether there is something to stop. A run that waits for people stands still without being over; so does a paused one. */
export const canStop = (run: Run, how: StopRequest): boolean =>
  isOpen(run) || run.status === 'waiting for review' || (how === 'cancel' && run.status === 'paused');

/**
 * Stops a run wherever its workers are: the flag in the store ends their work before the next call, calls in flight
 * reach the ledger.
 * @param atOnce aborted: calls in flight are not waited for any more
 * @returns the run as it ended; finished where its last step was faster
 */
export async function stopRun(
  context: Context,
  store: Store,
  run: Pick<Run, 'runId'>,
  how: StopRequest,
  atOnce?: AbortSignal,
): Promise<Run> {
  const { runId } = run;
  await requestStop(store, runId, how);
  // A paused execution ends by itself when its activities have seen the flag; one that waits for hours is woken for it.
  const executes = await tellExecution(context, workflowIdOf(store, runId), (handle) =>
    how === 'cancel' ? handle.cancel() : handle.signal(WAKE_SIGNAL),
  ).catch(() => true);
  const deadline = performance.now() + WAIT_MS;
  while (performance.now() < deadline && atOnce?.aborted !== true) {
    const now = await getRun(store, runId);
    if (!canStop(now, how)) return now;
    if ((await livingWorkers(store)).length === 0) break;
    // Without an execution nobody writes the ending; its calls may still be in flight.
    if (!executes && (await callsInFlight(store)) === 0) break;
    await sleep(LOOK_MS, undefined, atOnce && { signal: atOnce }).catch(() => undefined);
  }
  // No worker is left to write the ending: it is written here.
  await setRunStatus(store, runId, STATUS_AFTER[how]);
  return getRun(store, runId);
}

/** @returns whether there is an execution that could be told */
async function tellExecution(
  context: Context,
  workflowId: string,
  tell: (handle: WorkflowHandle) => Promise<unknown>,
): Promise<boolean> {
  // An embedded engine that does not run has nothing to be told; a resumed run clears the flag again.
  if (!isExternal(context) && (await engineStatus(context.home)).state === 'stopped') return false;
  return withClient(context, async (client) => {
    try {
      await tell(client.workflow.getHandle(workflowId));
      return true;
    } catch (error) {
      // Also of one that has ended.
      if (!(error instanceof WorkflowNotFoundError)) throw error;
      return false;
    }
  });
}
