import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { beginAttempt } from '../../store/attempts.js';
import { leasePermits } from '../../store/limits.js';
import { MIGRATIONS } from '../../store/migrations.js';
import { openDatabase } from '../../store/open-database.js';
import { readReviewRecords } from '../../store/review/outcomes.js';
import { openStore } from '../../store/store.js';
import { removeWorker, renewWorker } from '../../store/workers.js';
import { describeBothStores, freshPlace } from '../support/stores.js';

const SLICE = { shard: 0, from: 40, to: 60 };

describeBothStores('a store from before worker sessions and review records had these names', () => {
  it('keeps its workers, attempts, permits and outcomes, and they still change', async () => {
    const place = freshPlace();
    const before = await openDatabase({ path: place, migrations: MIGRATIONS.slice(0, 22) });
    await before.write(async (trx) => {
      await sql`insert into workers (incarnation, pid, host, started_ms, seen_ms)
        values ('gone', 1, 'another', 1, 1)`.execute(trx);
      await sql`insert into slice_attempts (run_id, shard, from_ordinal, incarnation)
        values ('run', 0, 40, 'gone')`.execute(trx);
      await sql`insert into limit_permits (scope, incarnation, held, wanted)
        values ('openai/small', 'gone', 3, 3)`.execute(trx);
      await sql`insert into review_outcomes (run_id, setting, item_id, split, told)
        values ('run', 'S-S', 'item', 'test', '{"outcome":"accepted","rounds":[]}')`.execute(trx);
    });
    await before.close();
    for (const time of ['migrated', 'opened again']) {
      const store = await openStore(place);
      onTestFinished(() => store.close());
      await renewWorker(store, 'here');
      await renewWorker(store, 'here');
      const workers = store.db.read.selectFrom('workers').select('worker_session').orderBy('worker_session');
      expect(await workers.execute(), time).toEqual([{ worker_session: 'gone' }, { worker_session: 'here' }]);
      expect(await beginAttempt(store, 'run', SLICE, 'here'), time).toBe(1);
      const asked = { scope: 'openai/small', workerSession: 'here', limit: 4, keep: 0, wanted: 4 };
      expect(await leasePermits(store, asked), time).toEqual({ held: 4, share: 4 });
      const permits = store.db.read.selectFrom('limit_permits').select(['worker_session', 'held']);
      expect(await permits.execute(), time).toEqual([{ worker_session: 'here', held: 4 }]);
      expect(await readReviewRecords(store, 'run', ['item']), time).toEqual(
        new Map([['S-S item', { reviewRecord: { outcome: 'accepted', rounds: [] } }]]),
      );
      await removeWorker(store, 'here');
    }
  });
});
