import { sql, type Kysely } from 'kysely';
import { DOCUMENT_STAGE, isCreationReason } from '../../core/mtu-bench/creation.js';
import { JUDGE_INTENTS_STAGE } from '../../core/mtu-bench/intents.js';
import { RECHECK_STAGE } from '../../core/mtu-bench/rechecking.js';
import { REWRITE_STAGE } from '../../core/mtu-bench/rewriting.js';
import {
  documentAt,
  DOCUMENTED_TOOLS,
  hasDocument,
  INTENTS_DOCUMENT,
  RECHECK_DOCUMENT,
} from '../documents.js';
import type { RetriedRecords, RetryParts } from '../retry.js';
import { forgetStage } from '../stages/work-items.js';
import type { Tables } from '../tables.js';
import { clearPlacements } from './placements.js';
import { DUPLICATE_ID } from './records.js';

/**
 * Converts quarantined records again. Then, or after a recheck, the split and the rewriting of items are discarded too;
 * their answers stay in the ledger. If an intent is judged again, all records are converted again. Duplicate ids are
 * not retried: a rule decides which of the two records is kept.
 */
export const retryMtuBench: RetryParts<'mtu-bench'> = {
  async settled(trx, { runId, frozen }) {
    return [
      // Documents from which calls were made are kept.
      ...((await hasDocument(trx, runId, DOCUMENTED_TOOLS)) ? [DOCUMENT_STAGE] : []),
      // Reviewers decide on intents, regardless of the model's verdict.
      ...(frozen.settings.reviewIntents ? [JUDGE_INTENTS_STAGE] : []),
    ];
  },
  async records(trx, { runId }, settled): Promise<RetriedRecords> {
    const intents = !settled.includes(JUDGE_INTENTS_STAGE) && (await anySetAside(trx, runId));
    const records = await trx
      .selectFrom('mtu_bench_records')
      .select('reason')
      .where('run_id', '=', runId)
      .where('outcome', '=', 'set aside')
      .where('reason', '!=', DUPLICATE_ID)
      .execute();
    return {
      // Records without model-made calls are counted as work items already.
      count: records.filter(({ reason }) => !isCreationReason(reason ?? '')).length,
      async reopen() {
        await trx
          .deleteFrom('mtu_bench_records')
          .where('run_id', '=', runId)
          .where('outcome', '=', 'set aside')
          .where('reason', '!=', DUPLICATE_ID)
          .execute();
        const again = records.length + (intents ? await forgetConversion(trx, runId) : 0);
        if (again > 0) await forgetStage(trx, runId, RECHECK_STAGE);
        // A recheck that failed before may now find an item wrong, and another item replaces it.
        if (again > 0 || (await hasDocument(trx, runId, RECHECK_DOCUMENT)))
          await forgetSplit(trx, runId, again);
      },
    };
  },
};

/** Whether a model gave no usable verdict on some intent. */
const anySetAside = async (trx: Kysely<Tables>, runId: string): Promise<boolean> =>
  (await trx
    .selectFrom('stage_work_items')
    .select('work_item')
    .where('run_id', '=', runId)
    .where('stage', '=', JUDGE_INTENTS_STAGE)
    .where('outcome', '=', 'set aside')
    .executeTakeFirst()) !== undefined;

/**
 * Dialogues with an unsuitable intent are dropped, so all are converted again. @returns the number of records to
 * convert
 */
async function forgetConversion(trx: Kysely<Tables>, runId: string): Promise<number> {
  await trx
    .deleteFrom('run_documents')
    .where((eb) => eb.and(documentAt(runId, INTENTS_DOCUMENT)))
    .execute();
  await trx.deleteFrom('mtu_bench_items').where('run_id', '=', runId).execute();
  const { numDeletedRows } = await trx
    .deleteFrom('mtu_bench_records')
    .where('run_id', '=', runId)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Other records change the split. @param records number of records to convert again */
async function forgetSplit(trx: Kysely<Tables>, runId: string, records: number): Promise<void> {
  await clearPlacements(trx, runId);
  await forgetStage(trx, runId, REWRITE_STAGE);
  await trx.deleteFrom('run_documents').where('run_id', '=', runId).where('kind', '=', 'split').execute();
  await trx.deleteFrom('slice_attempts').where('run_id', '=', runId).execute();
  await trx.deleteFrom('progress').where('run_id', '=', runId).where('stage', '=', 'split').execute();
  await trx
    .updateTable('progress')
    .set({ done: sql<number>`done - ${sql.lit(records)}` })
    .where('run_id', '=', runId)
    .where('stage', '=', 'convert')
    .execute();
}
