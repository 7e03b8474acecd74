import { sql } from 'kysely';
import { appendEvent } from '../events.js';
import type { Store } from '../store.js';

const RECORD_COLUMNS = [
  'shard',
  'ordinal',
  'line',
  'record_id',
  'outcome',
  'reason',
  'detail',
  'flags',
  'counts',
  'signature',
] as const;
const ITEM_COLUMNS = [
  'setting',
  'item_id',
  'shard',
  'ordinal',
  'item_version',
  'not_evaluated',
  'not_evaluated_detail',
  'body',
  'tools',
  'text_digest',
  'signature',
  'joined',
] as const;

/**
 * Copies the clusters, outcomes and items of another run into a run. The caller has checked that both have the same
 * files and settings, as far as these stages depend on them. Existing rows are kept. Runs in one transaction, so a kill
 * leaves all or nothing, and the run resumes from there.
 */
export async function reuseStages(store: Store, from: string, to: string): Promise<void> {
  await store.db.write(async (trx) => {
    const run = sql.lit(to).as('run_id');
    await trx
      .insertInto('run_documents')
      .columns(['run_id', 'kind', 'name', 'sha256'])
      .expression((eb) =>
        eb
          .selectFrom('run_documents')
          .select([run, 'kind', 'name', 'sha256'])
          .where('run_id', '=', from)
          .where('kind', 'in', ['clustered', 'mapping', 'closeness']),
      )
      .onConflict((c) => c.doNothing())
      .execute();
    await trx
      .insertInto('mtu_bench_records')
      .columns(['run_id', ...RECORD_COLUMNS])
      .expression((eb) =>
        eb
          .selectFrom('mtu_bench_records')
          .select([run, ...RECORD_COLUMNS])
          .where('run_id', '=', from),
      )
      .onConflict((c) => c.doNothing())
      .execute();
    await trx
      .insertInto('mtu_bench_items')
      .columns(['run_id', ...ITEM_COLUMNS])
      .expression((eb) =>
        eb
          .selectFrom('mtu_bench_items')
          .select([run, ...ITEM_COLUMNS])
          .where('run_id', '=', from)
          .where('joined', '=', 0),
      )
      .onConflict((c) => c.doNothing())
      .execute();
    await trx
      .insertInto('progress')
      .columns(['run_id', 'stage', 'total', 'done'])
      .expression((eb) =>
        eb
          .selectFrom('progress')
          .select([run, 'stage', 'total', 'done'])
          .where('run_id', '=', from)
          .where('stage', 'in', ['cluster', 'convert']),
      )
      .onConflict((c) =>
        c.columns(['run_id', 'stage']).doUpdateSet((eb) => ({
          total: eb.ref('excluded.total'),
          done: eb.ref('excluded.done'),
        })),
      )
      .execute();
    await appendEvent(trx, to, store.now(), 'stages reused', { from });
  });
}
