import { sql, type Kysely } from 'kysely';
import { DOCUMENT_STAGE, isCreationReason } from '../../core/mtu-bench/creation.js';
import { JUDGE_INTENTS_STAGE } from '../../core/mtu-bench/intents.js';
import { RECHECK_STAGE } from '../../core/mtu-bench/rechecking.js';
import { REWRITE_STAGE } from '../../core/mtu-bench/rewriting.js';
import { DOCUMENTED_TOOLS, hasDocument, INTENTS_DOCUMENT, RECHECK_DOCUMENT } from '../documents.js';
import type { RetriedRecords, RetryParts } from '../retry.js';
import { forgetStage } from '../stages/subjects.js';
import type { Tables } from '../tables.js';
import { clearPlacements } from './placements.js';
import { DUPLICATE_ID } from './records.js';

/**
 * Records that were set aside are converted again. With them, or after a recheck, the split is forgotten too, and the
 * items that are to be rewritten with it: what was asked for them is in the ledger. Where an intent is judged once more,
 * all records are converted anew. Ids that occur twice are no failure to try again: which of the two stays is a rule.
 */
export const retryMtuBench: RetryParts<'mtu-bench'> = {
  async settled(trx, { runId, frozen }) {
    return [
      // What calls were made of stays as it is.
      ...((await hasDocument(trx, runId, DOCUMENTED_TOOLS)) ? [DOCUMENT_STAGE] : []),
      // People decide on intents, whatever a model says.
      ...(frozen.settings.reviewIntents ? [JUDGE_INTENTS_STAGE] : []),
    ];
  },
  async records(trx, { runId }, settled): Promise<RetriedRecords> {
    const intents = !settled.includes(JUDGE_INTENTS_STAGE) && (await anySetAside(trx, runId));
    const records = await trx
      .selectFrom('records')
      .select('reason')
      .where('run_id', '=', runId)
      .where('outcome', '=', 'set aside')
      .where('reason', '!=', DUPLICATE_ID)
      .execute();
    return {
      // Those that a model made no calls for are among the work items already.
      count: records.filter(({ reason }) => !isCreationReason(reason ?? '')).length,
      async reopen() {
        await trx
          .deleteFrom('records')
          .where('run_id', '=', runId)
          .where('outcome', '=', 'set aside')
          .where('reason', '!=', DUPLICATE_ID)
          .execute();
        const again = records.length + (intents ? await forgetConversion(trx, runId) : 0);
        if (again > 0) await forgetStage(trx, runId, RECHECK_STAGE);
        // Who said nothing of an item may call it wrong now: another one then takes its place.
        if (again > 0 || (await hasDocument(trx, runId, RECHECK_DOCUMENT)))
          await forgetSplit(trx, runId, again);
      },
    };
  },
};

/** Whether nothing usable was said of some intent. */
const anySetAside = async (trx: Kysely<Tables>, runId: string): Promise<boolean> =>
  (await trx
    .selectFrom('stage_subjects')
    .select('subject')
    .where('run_id', '=', runId)
    .where('stage', '=', JUDGE_INTENTS_STAGE)
    .where('outcome', '=', 'set aside')
    .executeTakeFirst()) !== undefined;

/** An intent that is no tool takes dialogues along. @returns how many records are converted again */
async function forgetConversion(trx: Kysely<Tables>, runId: string): Promise<number> {
  const { kind, name } = INTENTS_DOCUMENT;
  await trx
    .deleteFrom('run_documents')
    .where('run_id', '=', runId)
    .where('kind', '=', kind)
    .where('name', '=', name)
    .execute();
  await trx.deleteFrom('items').where('run_id', '=', runId).execute();
  const { numDeletedRows } = await trx.deleteFrom('records').where('run_id', '=', runId).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Other records divide otherwise. @param records that are converted again */
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
