import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DefaultLogger, NativeConnection, Runtime, Worker, type WorkerOptions } from '@temporalio/worker';
import { createActivities, type Activities } from '../activities/index.js';
import type { Webhook } from '../activities/webhook-post.js';
import { startWatchdog } from './watchdog.js';
import { formatError, toErrorRecord } from '../core/errors/benchwright-error.js';
import { DRAIN_MS } from '../core/model-limits.js';
import type { Engine } from '../engine/connect.js';
import { engineStatus } from '../engine/status.js';
import { listRuns } from '../store/runs.js';
import type { Store } from '../store/store.js';
import { removeWorker, renewWorker, WORKER_RENEW_MS } from '../store/workers.js';
import { findEngine, type Context } from '../app/context.js';
import { variablesSet, workerInWords } from '../app/run/needed-variables.js';
import { openModels } from '../app/models/open-models.js';
import { openWebhooks } from '../app/review/open-webhooks.js';
import { environmentCheck } from '../app/run/run-variables.js';
import { taskQueue } from './task-queue.js';
import { wakeWebhooks } from '../app/review/wake-webhooks.js';
import { startTelemetry } from './telemetry.js';

/**
 * Activities at once. They share one thread: a few keep it busy while others wait for the disk or the server, and what a
 * second worker should do is not taken from it.
 */
const ACTIVITIES_AT_ONCE = 4;
/** Activities that ask models at once: they wait for answers. */
const ASKING_AT_ONCE = 300;
const CHECK_MS = 2_000;
/** How long a worker whose command was killed stays without work before it ends. */
const ORPHAN_IDLE_MS = 10_000;

/** A worker as a process: works for a store until it is told to stop (SIGTERM, SIGINT). */
export async function runWorker(
  context: Context,
  store: Store,
  { parent, startedBy }: { readonly parent?: number; readonly startedBy: string },
): Promise<void> {
  // A line of its log that a full disk does not take must not end it: it holds answers that wait for room.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  // A record that never comes to an end would keep this process for ever: nobody else looks after it.
  startWatchdog();
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
  await serve(context, store, { ...(parent !== undefined && { parent }), startedBy, stop });
}

/** The SDK's settings, which hold for the process: it keeps them, so they are given once. */
let quiet = false;
function quietRuntime(): void {
  if (quiet) return;
  quiet = true;
  Runtime.install({
    logger: new DefaultLogger('WARN'),
    shutdownSignals: [],
    telemetryOptions: { logging: { filter: 'OFF', forward: {} } },
  });
}

interface Serving {
  /** Pid of the command that started this worker; when that one is gone, it ends with the last open run. */
  readonly parent?: number;
  /** That command, as it is typed. */
  readonly startedBy: string;
  readonly stop: AbortController;
}

/** Works for a store in this process until `stop`. Follows the engine when it comes back elsewhere. */
export async function serve(
  context: Context,
  store: Store,
  { parent, startedBy, stop }: Serving,
): Promise<void> {
  quietRuntime();
  const incarnation = randomUUID();
  const note = { startedBy, variables: variablesSet(context.config) };
  await renewWorker(store, incarnation, note);
  const renewal = setInterval(
    () => void renewWorker(store, incarnation, note).catch(() => undefined),
    WORKER_RENEW_MS,
  );
  const leaving = leaveWhenOrphaned(store, parent, stop);
  const who = workerInWords({ pid: process.pid, startedBy });
  const models = openModels(context.config.models, store, incarnation, {
    ...{ who, ready: environmentCheck(context.config, store, who) },
  });
  // Loading takes about a second, which the first run that asks need not wait for. It fails again where it is needed.
  void models.load().catch(() => undefined);
  const telemetry = await startTelemetry((message) => context.terminal.note(message));
  try {
    const webhooks = webhooksOrNone(context);
    const offered: Offered = {
      activities: (leaving) =>
        createActivities(store, {
          incarnation,
          models: models.access,
          batches: models.batches,
          webhooks,
          tools: context.config.tools,
          leaving,
        }),
      wake: (engine, signal) => wakeWebhooks(engine, store, webhooks, signal),
      interceptors: { activity: telemetry?.activity ?? [] },
      queue: taskQueue(store),
    };
    await work(context, offered, stop.signal);
  } finally {
    clearInterval(renewal);
    stop.abort();
    await leaving;
    await models.close();
    await telemetry?.close();
    await removeWorker(store, incarnation);
  }
}

/** Runs do not wait for a webhook's secret: what it would be told is told by a worker that has it. */
function webhooksOrNone(context: Context): Webhook[] {
  try {
    return openWebhooks(context);
  } catch (error) {
    context.terminal.note(formatError(toErrorRecord(error)));
    return [];
  }
}

/** What a worker does, and for whom. */
interface Offered {
  /** @param leaving aborted when it ends, or goes to another address */
  readonly activities: (leaving: AbortSignal) => Activities;
  /** Has workflows begin that nobody starts by hand, until `signal`. */
  readonly wake: (engine: Engine, signal: AbortSignal) => Promise<void>;
  readonly interceptors: NonNullable<WorkerOptions['interceptors']>;
  readonly queue: string;
}

/** Works wherever the engine is, until `stop`. */
async function work(context: Context, offered: Offered, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const engine = await findEngine(context);
    try {
      await workAt(engine, context, offered, stop);
    } catch (error) {
      if (stop.aborted) break;
      context.terminal.note(
        `the connection to Temporal at ${engine.address} was lost (${error instanceof Error ? error.message : String(error)}); connecting again`,
      );
      await sleep(500);
    } finally {
      engine.release();
    }
  }
}

/** The bundle that the build made; from sources (tests, development) it is made at start. */
function workflowCode(): Pick<WorkerOptions, 'workflowBundle' | 'workflowsPath'> {
  const codePath = fileURLToPath(new URL('../workflow-bundle.js', import.meta.url));
  if (existsSync(codePath)) return { workflowBundle: { codePath } };
  return { workflowsPath: fileURLToPath(new URL('../workflows/index.ts', import.meta.url)) };
}

/** Works at one address until `stop`, or until the embedded engine is somewhere else. */
async function workAt(
  engine: Engine,
  context: Context,
  { activities, wake, interceptors, queue }: Offered,
  stop: AbortSignal,
): Promise<void> {
  const connection = await NativeConnection.connect(engine.connectionOptions);
  const watch = new AbortController();
  const leaving = new AbortController();
  const shared = {
    activities: activities(leaving.signal),
    interceptors,
    connection,
    namespace: engine.namespace,
    maxHeartbeatThrottleInterval: '2 seconds' as const,
  };
  const workers: Worker[] = [];
  const end = (): void => {
    leaving.abort();
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
  };
  try {
    workers.push(
      await Worker.create({
        ...shared,
        ...workflowCode(),
        taskQueue: queue,
        // A run whose worker died is taken up by another after this time at each step that the dead one would have done.
        stickyQueueScheduleToStartTimeout: '2 seconds',
        maxConcurrentActivityTaskExecutions: ACTIVITIES_AT_ONCE,
        shutdownGraceTime: '5 seconds',
      }),
      // What asks models ends by itself once the worker leaves, when calls on the wire have reached the ledger.
      await Worker.create({
        ...shared,
        taskQueue: `${queue}-models`,
        maxConcurrentActivityTaskExecutions: ASKING_AT_ONCE,
        shutdownGraceTime: DRAIN_MS + 1_000,
      }),
    );
    stop.addEventListener('abort', end);
    const moved =
      engine.origin === 'embedded' ? waitForMove(engine, context, watch.signal).then(end) : undefined;
    // Where that fails, another worker or the next one sees to it.
    const waking = wake(engine, watch.signal).catch(() => undefined);
    try {
      const ended = Promise.all(workers.map((worker) => worker.run().finally(end)));
      if (stop.aborted) end(); // told to stop while they were being made
      await ended;
    } finally {
      stop.removeEventListener('abort', end);
      watch.abort();
      await moved;
      await waking;
    }
  } finally {
    await connection.close().catch(() => undefined);
  }
}

/** Resolves when the embedded engine has another address, or when `signal` ends the watch. */
async function waitForMove(engine: Engine, context: Context, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const status = await engineStatus(context.home).catch(() => undefined);
    if (status?.state === 'ready' && status.address !== engine.address) return;
    if (status?.state === 'stopped' || status?.state === 'orphaned') {
      // Nobody supervises the server: look for it as any command does, which adopts or starts one.
      await findEngine(context).then(
        (found) => found.release(),
        () => undefined,
      );
    }
    await sleep(CHECK_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Ends a worker whose command was killed once no run is open any more: what was begun is finished first. */
async function leaveWhenOrphaned(
  store: Store,
  parent: number | undefined,
  stop: AbortController,
): Promise<void> {
  if (parent === undefined) return;
  let idleSince: number | undefined;
  while (!stop.signal.aborted) {
    await sleep(CHECK_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    if (stop.signal.aborted || process.ppid === parent) continue;
    // A store that does not answer just now says nothing of open runs.
    const open = await listRuns(store).then(
      (runs) => runs.some((run) => run.status === 'running'),
      () => true,
    );
    idleSince = open ? undefined : (idleSince ?? performance.now());
    if (idleSince !== undefined && performance.now() - idleSince >= ORPHAN_IDLE_MS) stop.abort();
  }
}
