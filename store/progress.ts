import type { Stage } from '../core/run.js';
import type { Store } from './store.js';

export interface StageProgress {
  readonly stage: Stage;
  readonly total: number;
  readonly done: number;
}

/** Progress of each stage of a run. @param order names of the family's stages */
export async function listProgress(
  store: Store,
  runId: string,
  order: readonly Stage[],
): Promise<StageProgress[]> {
  const rows = await store.db.read
    .selectFrom('progress')
    .select(['stage', 'total', 'done'])
    .where('run_id', '=', runId)
    .execute();
  return rows
    .map((row) => ({ stage: row.stage, total: row.total, done: row.done }))
    .sort((a, b) => order.indexOf(a.stage) - order.indexOf(b.stage));
}

/** Sets a stage's progress. */
export async function setProgress(store: Store, runId: string, progress: StageProgress): Promise<void> {
  const { stage, total, done } = progress;
  await store.db.write((trx) =>
    trx
      .insertInto('progress')
      .values({ run_id: runId, stage, total, done })
      .onConflict((c) => c.columns(['run_id', 'stage']).doUpdateSet({ total, done }))
      .execute(),
  );
}
