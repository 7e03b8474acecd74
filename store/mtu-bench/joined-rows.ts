import type { Store } from '../store.js';

/** Records `r` of a run with the files `s` that they were read from. */
export const recordsWithFiles = (store: Store, runId: string) =>
  store.db.read
    .selectFrom('mtu_bench_records as r')
    .innerJoin('shards as s', (join) =>
      join.onRef('s.run_id', '=', 'r.run_id').onRef('s.shard', '=', 'r.shard'),
    )
    .where('r.run_id', '=', runId);

/** Items `i` of a run with the records `r` that they were made from. */
export const itemsWithRecords = (store: Store, runId: string) =>
  store.db.read
    .selectFrom('mtu_bench_items as i')
    .innerJoin('mtu_bench_records as r', (join) =>
      join
        .onRef('r.run_id', '=', 'i.run_id')
        .onRef('r.shard', '=', 'i.shard')
        .onRef('r.ordinal', '=', 'i.ordinal'),
    )
    .where('i.run_id', '=', runId);

/** Like {@link itemsWithRecords}, with the placement `p` of each item if the split stage has made one. */
export const itemsWithPlacements = (store: Store, runId: string) =>
  itemsWithRecords(store, runId).leftJoin('mtu_bench_placements as p', (join) =>
    join
      .onRef('p.run_id', '=', 'i.run_id')
      .onRef('p.setting', '=', 'i.setting')
      .onRef('p.item_id', '=', 'i.item_id'),
  );

/** Placements `p` of a run with their items `i`. */
export const placedItemRows = (store: Store, runId: string) =>
  store.db.read
    .selectFrom('mtu_bench_placements as p')
    .innerJoin('mtu_bench_items as i', (join) =>
      join
        .onRef('i.run_id', '=', 'p.run_id')
        .onRef('i.setting', '=', 'p.setting')
        .onRef('i.item_id', '=', 'p.item_id'),
    )
    .where('p.run_id', '=', runId);
