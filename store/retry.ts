import type { Kysely } from 'kysely';
import { appendEvent } from './events.js';
import type { Run } from './runs.js';
import { reopenWorkItems } from './stages/retries.js';
import type { Store } from './store.js';
import type { Tables } from './tables.js';

/** The run that is retried. */
type Retried<F extends string> = Pick<Run<F>, 'runId' | 'frozen'>;

/** Records in a family's own tables that are processed again. */
export interface RetriedRecords {
  readonly count: number;
  /** Called when work items are reopened, in the same transaction. */
  readonly reopen: () => Promise<void>;
}

/** Actions of `retry --failed` that are specific to a family, besides reopening work items. */
export interface RetryParts<F extends string> {
  /** Stages whose work items stay quarantined, because their results are already used or reviewers decide. */
  settled(trx: Kysely<Tables>, run: Retried<F>): Promise<readonly string[]>;
  /** Called before work items are reopened. */
  records?(trx: Kysely<Tables>, run: Retried<F>, settled: readonly string[]): Promise<RetriedRecords>;
}

/**
 * Prepares a run to process quarantined work items and records again: deletes their outcomes and sets the run to
 * stopped. In one transaction.
 * @param parts of the run's family; undefined: only work items are retried
 * @returns the number of records and work items to retry; 0 if nothing was changed
 */
export async function retryFailed<F extends string>(
  store: Store,
  run: Retried<F>,
  parts: RetryParts<F> | undefined,
): Promise<number> {
  const { runId, frozen } = run;
  const epochs = ('models' in frozen && frozen.models?.epochs) || {};
  return store.db.write(async (trx) => {
    const settled = (await parts?.settled(trx, run)) ?? [];
    const records = await parts?.records?.(trx, run, settled);
    const count = (await reopenWorkItems(trx, runId, epochs, settled)) + (records?.count ?? 0);
    if (count === 0) return 0;
    await records?.reopen();
    await trx.deleteFrom('progress').where('run_id', '=', runId).where('stage', '=', 'export').execute();
    await trx
      .updateTable('runs')
      .set({ status: 'stopped', error: null, counts: null, updated_ms: store.now() })
      .where('run_id', '=', runId)
      .execute();
    await appendEvent(trx, runId, store.now(), 'retry requested', { records: count });
    return count;
  });
}
