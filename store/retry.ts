import { sql } from 'kysely';
import { appendEvent } from './events.js';
import { clearPlacements } from './placements.js';
import { DUPLICATE_ID } from './records.js';
import type { Store } from './store.js';

/**
 * Makes a run ready to take up again what was set aside: those records lose their outcome, the split is forgotten, and
 * the run counts as stopped. In one transaction. Ids that occur twice are no failure to try again: which of the two
 * stays is a rule.
 * @returns the number of records to be taken up; 0 when nothing was changed
 */
export async function retryFailed(store: Store, runId: string): Promise<number> {
  return store.db.write(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('records')
      .where('run_id', '=', runId)
      .where('outcome', '=', 'set aside')
      .where('reason', '!=', DUPLICATE_ID)
      .executeTakeFirst();
    const count = Number(numDeletedRows);
    if (count === 0) return 0;
    await clearPlacements(trx, runId);
    await trx.deleteFrom('run_documents').where('run_id', '=', runId).where('kind', '=', 'split').execute();
    await trx.deleteFrom('slice_attempts').where('run_id', '=', runId).execute();
    await trx
      .deleteFrom('progress')
      .where('run_id', '=', runId)
      .where('stage', 'in', ['split', 'export'])
      .execute();
    await trx
      .updateTable('progress')
      .set({ done: sql<number>`done - ${sql.lit(count)}` })
      .where('run_id', '=', runId)
      .where('stage', '=', 'convert')
      .execute();
    await trx
      .updateTable('runs')
      .set({ status: 'stopped', error: null, counts: null, updated_ms: store.now() })
      .where('run_id', '=', runId)
      .execute();
    await appendEvent(trx, runId, store.now(), 'retry requested', { records: count });
    return count;
  });
}
