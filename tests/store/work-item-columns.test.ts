import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { openCalls } from '../../store/batches/batch-calls.js';
import { linkUses } from '../../store/ledger/call-state.js';
import { MIGRATIONS } from '../../store/migrations.js';
import { openDatabase } from '../../store/open-database.js';
import { sessionOf } from '../../store/stages/tool-sessions.js';
import { WORK_ITEM_MIGRATION } from '../../store/stages/work-item-migration.js';
import { outcomesOf, streamWorkItems } from '../../store/stages/work-items.js';
import { openStore, type Store } from '../../store/store.js';
import { describeBothStores, freshPlace, type StoreKind } from '../support/stores.js';

const USE = { runId: 'run', stage: 'say', workItem: 'item' };

/** A store whose work items are still called subjects, with a row in each table that names one. */
async function earlierStore() {
  const place = freshPlace();
  const migrations = MIGRATIONS.filter(({ number }) => number < WORK_ITEM_MIGRATION.number);
  const before = await openDatabase({ path: place, migrations });
  await before.write(async (trx) => {
    await sql`insert into stage_subjects (run_id, stage, ordinal, subject, outcome, reason)
      values ('run', 'say', 0, 'item', 'set aside', 'refused')`.execute(trx);
    await sql`insert into run_calls (run_id, stage, subject, key) values ('run', 'say', 'item', 'k')`.execute(
      trx,
    );
    await sql`insert into tool_sessions (run_id, stage, subject, session, first_session, owner, attempt, dirty)
      values ('run', 'say', 'item', 2, 0, 'w', 'a', 1)`.execute(trx);
    await sql`insert into batch_calls (batch_id, ordinal, key, epoch, attempt, used_by)
      values ('batch', 0, 'k', 0, 0, '{"runId":"run","stage":"say","subject":"item"}')`.execute(trx);
  });
  await before.close();
  return place;
}

const indices = async (kind: StoreKind, store: Store): Promise<string[]> => {
  const query =
    kind === 'SQLite'
      ? sql<{ made: string | null }>`select sql as made from sqlite_master where type = 'index'`
      : sql<{
          made: string | null;
        }>`select indexdef as made from pg_indexes where schemaname = current_schema()`;
  const { rows } = await query.execute(store.db.read);
  return rows.flatMap(({ made }) => made?.replaceAll('"', '') ?? []);
};

describeBothStores('a store from before work items were called so', (kind) => {
  it('keeps their outcomes, uses, sessions and batches', async () => {
    const place = await earlierStore();
    for (const time of ['migrated', 'opened again']) {
      const store = await openStore(place);
      onTestFinished(() => store.close());
      for await (const found of streamWorkItems(store, 'run', 'say'))
        expect(found, time).toMatchObject({ workItem: 'item', result: { reason: 'refused' } });
      expect((await outcomesOf(store, 'run', 'say', ['item'])).size, time).toBe(1);
      expect(await sessionOf(store, USE), time).toBe(2);
      expect(await openCalls(store, 'batch'), time).toMatchObject([{ key: 'k', use: USE }]);
    }
  });

  it('keeps its indices and what they allow', async () => {
    const store = await openStore(await earlierStore());
    onTestFinished(() => store.close());
    expect(await indices(kind, store)).toContainEqual(
      expect.stringMatching(/stage_work_items .*\(run_id, stage, work_item\)$/),
    );
    await store.db.write((trx) => linkUses(trx, [{ key: 'k', use: USE }]));
    const uses = await store.db.read.selectFrom('run_calls').select('work_item').execute();
    expect(uses).toEqual([{ work_item: 'item' }]);
    const session = { run_id: 'run', stage: 'say', work_item: 'item', session: 0, first_session: 0 };
    const more = { ...session, owner: 'w', attempt: 'b', dirty: 0 };
    const twice = store.db.write((trx) => trx.insertInto('tool_sessions').values(more).execute());
    await expect(twice).rejects.toThrow(/unique/i);
  });
});
