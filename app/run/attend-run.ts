import { WorkflowIdConflictPolicy } from '@temporalio/client';
import { undecidedOf } from '../../families/run-state.js';
import { getRun, SETTLED, type Run } from '../../store/runs.js';
import type { Store } from '../../store/store.js';
import type { Context } from '../context.js';
import { Drive, workflowIdOf } from './drive-run.js';
import { executionOf } from './executions.js';
import { taskQueue } from '../../worker/task-queue.js';
import type { Workers } from '../../worker/workers.js';

const LOOK_MS = 1_000;
/** An execution that was woken is given this time to look at its queue before it is woken again. */
const WAKE_MS = 5_000;

export interface RunSupervision {
  readonly workers: Workers;
  /** Ends the attending; the run stays as it is. */
  readonly signal: AbortSignal;
  /** Told how many items are undecided, at each look while the run waits for people. */
  readonly onWaiting: (undecided: number) => void;
}

/**
 * Keeps engine, worker and execution alive for a run that people decide on, until it ends: as {@link driveRun} with `wait`,
 * but an execution that is there goes on as it stands, and a run that somebody cancels or pauses ends as they want it. Any
 * number of processes may attend one run.
 *
 * @returns the run in a settled status other than waiting for review
 * @throws ENGINE_*, WORKER_UNAVAILABLE, and the signal's reason
 */
export async function superviseRun(
  context: Context,
  store: Store,
  runId: string,
  { workers, signal, onWaiting }: RunSupervision,
): Promise<Run> {
  const workflowId = workflowIdOf(store, runId);
  const isOver = ({ status }: Run): boolean => SETTLED.includes(status) && status !== 'waiting for review';
  const drive = new Drive(context, workers, 1, async (client) => {
    const run = await getRun(store, runId);
    if (isOver(run)) return;
    const { workflowType, args } = executionOf(run);
    await client.workflow.start(workflowType, {
      args,
      workflowId,
      taskQueue: taskQueue(store),
      workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
    });
  });
  let woken = -Infinity;
  const look = async (): Promise<Run | undefined> => {
    const run = await getRun(store, runId);
    if (isOver(run)) return run;
    if (run.status !== 'waiting for review') return undefined;
    const undecided = await undecidedOf(store, runId);
    onWaiting(undecided);
    if (undecided > 0) woken = -Infinity;
    else if (performance.now() - woken >= WAKE_MS) {
      woken = performance.now();
      await drive.wake(workflowId);
    }
    return undefined;
  };
  return drive.untilSettled(workflowId, look, { everyMs: LOOK_MS, signal });
}
