import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { DefaultLogger, NativeConnection, Runtime, Worker, type WorkerOptions } from '@temporalio/worker';
import { createActivities } from '../activities/index.js';
import { startWatchdog } from '../activities/watchdog.js';
import type { Engine } from '../engine/connect.js';
import { engineStatus } from '../engine/status.js';
import { listRuns } from '../store/runs.js';
import type { Store } from '../store/store.js';
import { removeWorker, renewWorker, WORKER_RENEW_MS } from '../store/workers.js';
import { findEngine, type Context } from './context.js';
import { taskQueue } from './task-queue.js';

/**
 * Activities at once. They share one thread: a few keep it busy while others wait for the disk or the server, and what a
 * second worker should do is not taken from it.
 */
const ACTIVITIES_AT_ONCE = 4;
const CHECK_MS = 2_000;
/** How long a worker whose command was killed stays without work before it ends. */
const ORPHAN_IDLE_MS = 10_000;

/**
 * Works for a store until it is told to stop (SIGTERM, SIGINT). Follows the engine when it comes back elsewhere.
 * @param parent pid of the command that started this worker; when that one is gone, it ends with the last open run
 */
export async function runWorker(context: Context, store: Store, parent: number | undefined): Promise<void> {
  Runtime.install({
    logger: new DefaultLogger('WARN'),
    shutdownSignals: [],
    telemetryOptions: { logging: { filter: 'OFF', forward: {} } },
  });
  // A record that never comes to an end would keep this process for ever: nobody else looks after it.
  startWatchdog();
  const incarnation = randomUUID();
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
  await renewWorker(store, incarnation);
  const renewal = setInterval(
    () => void renewWorker(store, incarnation).catch(() => undefined),
    WORKER_RENEW_MS,
  );
  const leaving = leaveWhenOrphaned(store, parent, stop);
  try {
    const activities = createActivities(store, { incarnation });
    while (!stop.signal.aborted) {
      const engine = await findEngine(context);
      try {
        await workAt(
          engine,
          context,
          { activities, taskQueue: taskQueue(store), ...workflowCode() },
          stop.signal,
        );
      } catch (error) {
        if (stop.signal.aborted) break;
        context.terminal.note(
          `the connection to Temporal at ${engine.address} was lost (${error instanceof Error ? error.message : String(error)}); connecting again`,
        );
        await sleep(500);
      } finally {
        engine.release();
      }
    }
  } finally {
    clearInterval(renewal);
    stop.abort();
    await leaving;
    await removeWorker(store, incarnation);
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
  options: Pick<WorkerOptions, 'activities' | 'workflowBundle' | 'workflowsPath'> & { taskQueue: string },
  stop: AbortSignal,
): Promise<void> {
  const connection = await NativeConnection.connect(engine.connectionOptions);
  const watch = new AbortController();
  try {
    const worker = await Worker.create({
      ...options,
      connection,
      namespace: engine.namespace,
      maxConcurrentActivityTaskExecutions: ACTIVITIES_AT_ONCE,
      maxHeartbeatThrottleInterval: '2 seconds',
      shutdownGraceTime: '5 seconds',
    });
    const end = (): void => {
      if (worker.getState() === 'RUNNING') worker.shutdown();
    };
    stop.addEventListener('abort', end);
    const moved =
      engine.origin === 'embedded' ? waitForMove(engine, context, watch.signal).then(end) : undefined;
    try {
      const ended = worker.run();
      if (stop.aborted) end(); // told to stop while it was being made
      await ended;
    } finally {
      stop.removeEventListener('abort', end);
      watch.abort();
      await moved;
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
