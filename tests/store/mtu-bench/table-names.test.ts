import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { MIGRATIONS } from '../../../store/migrations.js';
import { openDatabase } from '../../../store/open-database.js';
import { openStore } from '../../../store/store.js';
import { describeBothStores, freshPlace } from '../../support/stores.js';

describeBothStores('a store from before the tables had MTU-Bench’s name', () => {
  it('keeps its rows', async () => {
    const place = freshPlace();
    const before = await openDatabase({ path: place, migrations: MIGRATIONS.slice(0, 17) });
    await before.write(async (trx) => {
      await sql`insert into records (run_id, shard, ordinal, line, record_id, outcome)
        values ('run', 0, 1, 2, 'dev/1', 'converted')`.execute(trx);
      await sql`insert into placements (run_id, setting, item_id, split)
        values ('run', 'S-S', 'item', 'test')`.execute(trx);
    });
    await before.close();
    for (const time of ['migrated', 'opened again']) {
      const store = await openStore(place);
      onTestFinished(() => store.close());
      const records = store.db.read.selectFrom('mtu_bench_records').select(['record_id', 'line']);
      expect(await records.execute(), time).toEqual([{ record_id: 'dev/1', line: 2 }]);
      const placements = store.db.read.selectFrom('mtu_bench_placements').select(['item_id', 'split']);
      expect(await placements.execute(), time).toEqual([{ item_id: 'item', split: 'test' }]);
      await store.db.write((trx) => trx.deleteFrom('mtu_bench_items').execute());
    }
  });
});
