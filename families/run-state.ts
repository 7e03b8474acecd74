import type { GateSpec } from '../core/family.js';
import { ownPart } from '../core/own-part.js';
import { listProgress, type StageProgress } from '../store/progress.js';
import { queueNow } from '../store/review/run-queues.js';
import { countUndecided } from '../store/review/undecided.js';
import { getRun, type Run } from '../store/runs.js';
import type { Store } from '../store/store.js';
import { hostOf } from './of-run.js';

/** How far each stage of a run is, in the order of its family. */
export async function progressOf(store: Store, run: Pick<Run, 'runId' | 'frozen'>): Promise<StageProgress[]> {
  const { spec } = await hostOf(run);
  return listProgress(
    store,
    run.runId,
    spec.stages.map(({ name }) => name),
  );
}

/** The queue that a run waits for, and the gate that it is of; without one: its items. */
export async function waitingQueue(
  store: Store,
  run: Pick<Run, 'runId' | 'frozen'>,
): Promise<{ readonly queue: string; readonly part?: string; readonly gate?: GateSpec | undefined }> {
  const { gates, spec } = await hostOf(run);
  const now = await queueNow(store, run.runId, gates);
  return now.part === undefined ? now : { ...now, gate: ownPart(spec.gates, now.part) };
}

/** How many items of the queue that a run waits for are undecided. */
export async function undecidedOf(store: Store, runId: string): Promise<number> {
  const { gates } = await hostOf(await getRun(store, runId));
  return countUndecided(store, runId, gates);
}
