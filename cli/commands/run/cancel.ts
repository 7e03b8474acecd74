import { setTimeout as sleep } from 'node:timers/promises';
import { WorkflowNotFoundError, type WorkflowHandle } from '@temporalio/client';
import { EXIT } from '../../../core/errors/catalogue.js';
import { engineStatus } from '../../../engine/status.js';
import { getRun, requestStop, setRunStatus, type StopRequest, type Run } from '../../../store/runs.js';
import type { Store } from '../../../store/store.js';
import { livingWorkers } from '../../../store/workers.js';
import { chooseRun, isOpen } from '../../../app/run/choose-run.js';
import { isExternal, withClient, withStore, type GlobalOptions } from '../../../app/context.js';
import { openContext, type CliContext } from '../../open-context.js';
import { WAKE_SIGNAL, workflowIdOf } from '../../../app/run/drive-run.js';

/** Longer than calls on the wire are given to reach the ledger. */
const WAIT_MS = 40_000;

/** Messages of the two commands. */
const WORDS = {
  cancel: { status: 'cancelled', verb: 'cancel' },
  pause: { status: 'paused', verb: 'pause' },
} as const satisfies Record<StopRequest, { status: Run['status']; verb: string }>;

/** `cancel [NAME]`: cancels a run; completed work is kept, and `resume` continues it. */
export const cancelCommand = (name: string | undefined, options: GlobalOptions): Promise<number> =>
  stopCommand(name, options, 'cancel');

/** `pause [NAME]`: pauses a run after in-flight work is saved. */
export const pauseCommand = (name: string | undefined, options: GlobalOptions): Promise<number> =>
  stopCommand(name, options, 'pause');

async function stopCommand(
  name: string | undefined,
  options: GlobalOptions,
  how: StopRequest,
): Promise<number> {
  const context = await openContext(options);
  return withStore(context, async (store) => {
    const run = await chooseRun(store, name);
    // A run that waits for people stands still, but it is not over.
    const goesOn = isOpen(run) || run.status === 'waiting for review';
    const ended = goesOn ? await endRun(context, store, run, how) : run;
    const line = goesOn
      ? `${run.name}: ${ended.status}; \`benchwright resume ${run.name}\` continues it`
      : `${run.name} was ${run.status} already; nothing to ${WORDS[how].verb}`;
    context.terminal.result({ run: run.name, status: ended.status }, [line]);
    return EXIT.ok;
  });
}

/** The flag in the store stops the work at its next step; Temporal's request ends the execution. */
async function endRun(context: CliContext, store: Store, run: Run, how: StopRequest): Promise<Run> {
  await requestStop(store, run.runId, how);
  // A paused execution ends by itself when its activities have seen the flag; one that waits for hours is woken for it.
  await tellExecution(context, workflowIdOf(store, run.runId), (handle) =>
    how === 'cancel' ? handle.cancel() : handle.signal(WAKE_SIGNAL),
  );
  const deadline = performance.now() + WAIT_MS;
  while (performance.now() < deadline && (await livingWorkers(store)).length > 0) {
    const now = await getRun(store, run.runId);
    if (!isOpen(now) && now.status !== 'waiting for review') return now;
    await sleep(200);
  }
  // No worker is left to write the ending: it is written here.
  await setRunStatus(store, run.runId, WORDS[how].status);
  return getRun(store, run.runId);
}

async function tellExecution(
  context: CliContext,
  workflowId: string,
  tell: (handle: WorkflowHandle) => Promise<unknown>,
): Promise<void> {
  // An embedded engine that does not run has nothing to be told; a resumed run clears the flag again.
  if (!isExternal(context) && (await engineStatus(context.home)).state === 'stopped') return;
  await withClient(context, async (client) => {
    try {
      await tell(client.workflow.getHandle(workflowId));
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    }
  });
}
