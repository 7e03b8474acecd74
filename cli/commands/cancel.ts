import { setTimeout as sleep } from 'node:timers/promises';
import { WorkflowNotFoundError } from '@temporalio/client';
import { EXIT } from '../../core/errors/catalogue.js';
import { engineStatus } from '../../engine/status.js';
import { getRun, requestStop, setRunStatus, type StopRequest, type Run } from '../../store/runs.js';
import type { Store } from '../../store/store.js';
import { livingWorkers } from '../../store/workers.js';
import {
  isExternal,
  openContext,
  withClient,
  withStore,
  type Context,
  type GlobalOptions,
} from '../context.js';
import { workflowIdOf } from '../drive-run.js';
import { chooseRun, isOpen } from './resume.js';

const WAIT_MS = 30_000;

/** How the two commands speak. */
const WORDS = {
  cancel: { status: 'cancelled', verb: 'cancel' },
  pause: { status: 'paused', verb: 'pause' },
} as const satisfies Record<StopRequest, { status: Run['status']; verb: string }>;

/** `cancel [NAME]`: ends the work on a run; what it has stays, and `resume` goes on with it. */
export const cancelCommand = (name: string | undefined, options: GlobalOptions): Promise<number> =>
  stopCommand(name, options, 'cancel');

/** `pause [NAME]`: the same for a while: what is under way reaches the store, then nothing more begins. */
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
    const ended = isOpen(run) ? await endRun(context, store, run, how) : run;
    const line = isOpen(run)
      ? `${run.name}: ${ended.status}; \`benchwright resume ${run.name}\` goes on with it`
      : `${run.name} was ${run.status} already; nothing to ${WORDS[how].verb}`;
    context.terminal.result({ run: run.name, status: ended.status }, [line]);
    return EXIT.ok;
  });
}

/** The flag in the store stops the work at its next step; Temporal's request ends the execution. */
async function endRun(context: Context, store: Store, run: Run, how: StopRequest): Promise<Run> {
  await requestStop(store, run.runId, how);
  // A paused execution ends by itself when its activities have seen the flag; a cancelled one is told at once.
  if (how === 'cancel') await cancelExecution(context, workflowIdOf(store, run.runId));
  const deadline = performance.now() + WAIT_MS;
  while (performance.now() < deadline && (await livingWorkers(store)).length > 0) {
    const now = await getRun(store, run.runId);
    if (!isOpen(now)) return now;
    await sleep(200);
  }
  // No worker is left to write the ending: it is written here.
  await setRunStatus(store, run.runId, WORDS[how].status);
  return getRun(store, run.runId);
}

async function cancelExecution(context: Context, workflowId: string): Promise<void> {
  // An embedded engine that does not run has nothing to cancel; a resumed run clears the flag again.
  if (!isExternal(context) && (await engineStatus(context.home)).state === 'stopped') return;
  await withClient(context, async (client) => {
    try {
      await client.workflow.getHandle(workflowId).cancel();
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    }
  });
}
