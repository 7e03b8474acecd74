import { setTimeout as sleep } from 'node:timers/promises';
import {
  WorkflowFailedError,
  WorkflowIdConflictPolicy,
  WorkflowNotFoundError,
  type WorkflowExecutionDescription,
} from '@temporalio/client';
import { formatError } from '../../core/errors/benchwright-error.js';
import { connectClient, type ConnectedClient, type Engine } from '../../engine/connect.js';
import { progressOf, undecidedOf } from '../../families/run-state.js';
import { beginRun, getRun, SETTLED, type Run } from '../../store/runs.js';
import type { Store } from '../../store/store.js';
import { findEngine, type Context } from '../context.js';
import { fromWorkflowFailure, retriedFailures } from './workflow-failure.js';
import { exportOf, executionOf, workersOf } from './executions.js';
import { taskQueue } from '../../worker/task-queue.js';
import type { Workers } from '../../worker/workers.js';

const POLL_MS = 100;
/** The signal that ends a wait (workflows/stages/batch.ts, review.ts). */
export const LOOK_UP = 'lookUp';
/** Between two looks at the execution and the worker; the store is looked at every `POLL_MS`. */
const CHECK_MS = 1_000;

/** The id of a run's execution: one a run and store, so that a second start finds the first. */
export const workflowIdOf = (store: Store, runId: string): string => `benchwright/${store.id}/run/${runId}`;

/**
 * Sees a run through to its end: engine, worker and execution are there or are brought back, whatever dies. What is
 * watched is the store, never Temporal's result: a run whose Temporal database is lost goes on (DESIGN.md, idea 2).
 *
 * @param wait whether to stay while nothing but people is missing
 * @returns the run in a settled status
 * @throws ENGINE_*, WORKER_UNAVAILABLE
 */
export async function driveRun(
  context: Context,
  store: Store,
  runId: string,
  workers: Workers,
  { wait = false }: { readonly wait?: boolean } = {},
): Promise<Run> {
  let begun = false;
  const wanted = await workersOf(await getRun(store, runId));
  const drive = new Drive(context, workers, wanted, async (client) => {
    const run = await getRun(store, runId);
    // What ended meanwhile stays as it ended; a run that people still decide on goes on where somebody waits for them.
    const waits = wait && run.status === 'waiting for review';
    if (run.status === 'finished' || (begun && SETTLED.includes(run.status) && !waits)) return;
    // An execution that still stands though its run has ended is on its way out (cancelled while no worker lived) and
    // would take this start with it; one of a running run goes on.
    const leaving = (await beginRun(store, runId)) && SETTLED.includes(run.status);
    begun = true;
    const { workflowType, args } = executionOf(run);
    await client.workflow.start(workflowType, {
      args,
      workflowId: workflowIdOf(store, runId),
      taskQueue: taskQueue(store),
      workflowIdConflictPolicy: leaving
        ? WorkflowIdConflictPolicy.TERMINATE_EXISTING
        : WorkflowIdConflictPolicy.USE_EXISTING,
    });
  });
  return drive.untilSettled(workflowIdOf(store, runId), async () => {
    const run = await getRun(store, runId);
    context.terminal.progress(await progressOf(store, run));
    if (wait && run.status === 'waiting for review') {
      if ((await undecidedOf(store, runId)) === 0) await drive.wake(workflowIdOf(store, runId));
      return undefined;
    }
    return SETTLED.includes(run.status) ? run : undefined;
  });
}

/**
 * Writes a finished run's export to `out`.
 * @param acceptedOnly of a run that waits for review: what is accepted so far
 * @throws OUTPUT_EXISTS, OUTPUT_UNWRITABLE, DISK_FULL, ENGINE_*, WORKER_UNAVAILABLE
 */
export async function driveExport(
  context: Context,
  store: Store,
  runId: string,
  out: string,
  isThere: () => boolean,
  workers: Workers,
  acceptedOnly = false,
): Promise<void> {
  const workflowId = `${workflowIdOf(store, runId)}/export`;
  const run = await getRun(store, runId);
  const drive = new Drive(context, workers, 1, async (client) => {
    const { workflowType, args } = exportOf(run, out, acceptedOnly);
    await client.workflow.start(workflowType, {
      args,
      workflowId,
      taskQueue: taskQueue(store),
      workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
    });
  });
  await drive.untilSettled(workflowId, async () => (isThere() ? true : undefined), { failing: true });
}

/** How a result is waited for. */
interface Waiting {
  /** Whether a failed execution is an error (else the store tells how it ended). */
  readonly failing?: boolean;
  /** Between two looks, in milliseconds. */
  readonly everyMs?: number;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
}

/** Keeps engine, workers and execution alive while somebody waits for a result in the store. */
export class Drive {
  #engine: Engine | undefined;
  #client: ConnectedClient | undefined;
  #woken = -Infinity;
  readonly #told = new Set<string>();

  constructor(
    private readonly context: Context,
    private readonly workers: Workers,
    private readonly wanted: number,
    private readonly start: (client: ConnectedClient['client']) => Promise<void>,
  ) {}

  /**
   * @param settled looked at often; a value ends the wait
   * @throws ENGINE_*, WORKER_UNAVAILABLE, and the signal's reason
   */
  async untilSettled<T>(
    workflowId: string,
    settled: () => Promise<T | undefined>,
    { failing = false, everyMs = POLL_MS, signal }: Waiting = {},
  ): Promise<T> {
    const { workers, wanted } = this;
    try {
      // A worker takes as long to start as the server does: both at once.
      await workers.ensure(wanted);
      await this.#connect();
      await this.#begin();
      let checked = -Infinity;
      for (;;) {
        signal?.throwIfAborted();
        const result = await settled();
        if (result !== undefined) return result;
        if (performance.now() - checked >= CHECK_MS) {
          await workers.ensure(wanted);
          await this.#checkExecution(workflowId, failing);
          checked = performance.now();
        }
        await sleep(everyMs, undefined, { ...(signal && { signal }) });
      }
    } finally {
      await workers.stop();
      await this.#disconnect();
    }
  }

  /** Ends a wait of the execution, so that it looks at the store at once; not more often than it is looked at itself. */
  async wake(workflowId: string): Promise<void> {
    if (performance.now() - this.#woken < CHECK_MS) return;
    this.#woken = performance.now();
    // Where the server does not answer or the execution is gone, the next check sees to it.
    await this.#client?.client.workflow
      .getHandle(workflowId)
      .signal(LOOK_UP)
      .catch(() => undefined);
  }

  async #connect(): Promise<void> {
    this.#engine = await findEngine(this.context);
    this.#client = await connectClient(this.#engine);
  }

  async #disconnect(): Promise<void> {
    await this.#client?.close().catch(() => undefined);
    this.#engine?.release();
    this.#client = undefined;
    this.#engine = undefined;
  }

  async #begin(): Promise<void> {
    if (this.#client) await this.start(this.#client.client);
  }

  /** Looks whether the execution still goes on; finds the engine again or starts the execution anew when it does not. */
  async #checkExecution(workflowId: string, failing: boolean): Promise<void> {
    try {
      const handle = this.#client?.client.workflow.getHandle(workflowId);
      const description = await handle?.describe();
      const status = description?.status.name;
      if (description) this.#tellRetries(description);
      if (status === 'RUNNING' || status === undefined) return;
      if (failing && status === 'FAILED') await handle?.result();
      // Settled in this moment, or ended without the store knowing (terminated by hand): then it is started anew.
      await this.#begin();
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return this.#begin();
      if (error instanceof WorkflowFailedError) throw fromWorkflowFailure(error);
      this.context.terminal.note('the Temporal server does not answer; looking for it again');
      await this.#disconnect();
      await this.#connect();
      await this.#begin();
    }
  }

  /** Says once what the run waits for when a step failed and is tried again. */
  #tellRetries(description: WorkflowExecutionDescription): void {
    for (const record of retriedFailures(description)) {
      const key = record.code === 'INTERNAL' ? record.found : record.code;
      if (this.#told.has(key)) continue;
      this.#told.add(key);
      this.context.terminal.note(`${formatError(record)}\n  (it is tried again by itself)`);
    }
  }
}
