import type { Kysely } from 'kysely';
import { appendEvent } from './events.js';
import type { Run } from './runs.js';
import { reopenSubjects } from './stages/retries.js';
import type { Store } from './store.js';
import type { Tables } from './tables.js';

/** The run that is retried. */
type Retried<F extends string> = Pick<Run<F>, 'runId' | 'frozen'>;

/** What a family keeps in tables of its own and takes up again. */
export interface RetriedRecords {
  readonly count: number;
  /** Called when work items are reopened, in the same transaction. */
  readonly reopen: () => Promise<void>;
}

/** What `retry --failed` does in a family besides reopening work items. */
export interface RetryParts<F extends string> {
  /** Stages whose work items stay quarantined: what came of them is used already, or people decide. */
  settled(trx: Kysely<Tables>, run: Retried<F>): Promise<readonly string[]>;
  /** Called before work items are reopened. */
  records?(trx: Kysely<Tables>, run: Retried<F>, settled: readonly string[]): Promise<RetriedRecords>;
}

/**
 * Makes a run ready to take up again what was quarantined: work items lose their outcome, the family's own records with
 * them, and the run counts as stopped. In one transaction.
 * @param parts of the run's family; undefined: work items alone
 * @returns the number of records and work items to be taken up; 0 when nothing was changed
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
    const count = (await reopenSubjects(trx, runId, epochs, settled)) + (records?.count ?? 0);
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
