import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT } from '../../../core/errors/catalogue.js';
import { signalProcess } from '../../../engine/processes.js';
import { engineStatus } from '../../../engine/status.js';
import { stopEngine } from '../../../engine/stop.js';
import type { Store } from '../../../store/store.js';
import { livingWorkersHere } from '../../../store/workers.js';
import { findEngine, withStore, type GlobalOptions } from '../../../app/context.js';
import { stoppable } from '../../../app/surroundings.js';
import { openContext } from '../../open-context.js';

/** `up`: starts the engine until `down`. */
export async function upCommand(options: GlobalOptions): Promise<number> {
  const context = await openContext(options);
  const engine = await findEngine(context, { pin: true });
  engine.release();
  const { address, origin, version, uiUrl } = engine;
  context.terminal.result({ address, origin, version, uiUrl: uiUrl ?? null }, [
    `Temporal ${version} (${origin}) at ${address}`,
    ...(uiUrl === undefined ? [] : [`  its web page: ${uiUrl}`]),
    ...(origin === 'embedded' ? ['  it stays until `benchwright down`'] : []),
  ]);
  return EXIT.ok;
}

/** Time for workers to stop gracefully when the engine goes down. */
const WORKERS_END_MS = 15_000;

/** `down`: stops this home's local workers and the embedded engine; runs stay in the store. */
export async function downCommand(options: GlobalOptions): Promise<number> {
  const context = await openContext(options);
  const workers = existsSync(context.home) ? await withStore(context, endWorkers) : [];
  const stopped = await stopEngine(context.home);
  context.terminal.result({ ...stopped, workers }, [
    stopped.ran
      ? 'the engine is stopped; runs are kept; `benchwright resume` continues them'
      : 'no engine was running for this home',
    ...(workers.length > 0 ? [`ended with it: worker ${workers.join(', ')}`] : []),
  ]);
  return EXIT.ok;
}

/** A remaining worker would start the engine again. */
async function endWorkers(store: Store): Promise<number[]> {
  const pids = await livingWorkersHere(store);
  for (const pid of pids) signalProcess(pid, 'SIGTERM');
  const deadline = performance.now() + WORKERS_END_MS;
  while (performance.now() < deadline && (await livingWorkersHere(store)).length > 0) await sleep(100);
  for (const pid of await livingWorkersHere(store)) signalProcess(pid, 'SIGKILL');
  return pids;
}

/** `supervise SETTINGS` (internal): the supervisor process. */
export async function superviseCommand(settings: string): Promise<number> {
  const { runSupervisor } = await import('../../../engine/supervisor.js');
  const { parseSupervisorSettings } = await import('../../../engine/supervisor-settings.js');
  // The supervisor handles signals itself.
  return stoppable().while(() => runSupervisor(parseSupervisorSettings(settings)));
}

/** `worker`: runs another worker in the foreground until Ctrl-C. */
export async function workerCommand(
  options: GlobalOptions & { readonly parent?: number; readonly startedBy: string },
): Promise<number> {
  const context = await openContext(options);
  const { runWorker } = await import('../../../worker/run-worker.js');
  await withStore(context, async (store) => {
    context.terminal.note(`worker ${process.pid} for ${context.home}; Ctrl-C ends it`);
    await runWorker(context, store, options);
  });
  return EXIT.ok;
}

/** The engine's state as one line. */
export async function engineLine(home: string): Promise<string> {
  const status = await engineStatus(home);
  return `${status.state}${status.address === undefined ? '' : ` at ${status.address}`}`;
}
