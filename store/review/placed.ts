import type { Cell, Item, Setting } from '../../core/mtu-bench/item.js';
import type { Split } from '../../core/split.js';
import { unpackText } from '../compress.js';
import { placedItemRows } from '../mtu-bench/joined-rows.js';
import type { Store } from '../store.js';
import { parseJson } from '../../core/json.js';

/** Rows per read. */
const ROWS_AT_ONCE = 200;

/** Items of the given splits with their split, in item id order. */
export async function* streamPlacedItems(
  store: Store,
  runId: string,
  splits: readonly Split[],
): AsyncGenerator<{ readonly item: Item; readonly split: Split }> {
  const rows = placedItemRows(store, runId)
    .select(['i.body', 'p.split'])
    .where('p.split', 'in', splits)
    .orderBy('p.item_id')
    .orderBy('p.setting')
    .stream(ROWS_AT_ONCE);
  for await (const { body, split } of rows)
    yield { item: parseJson(unpackText(body)) as Item, split: split as Split };
}

/** Ids of all items of these splits, in item id order. */
export async function placedRefs(
  store: Store,
  runId: string,
  splits: readonly Split[],
): Promise<{ readonly itemId: string; readonly setting: Setting; readonly split: Split }[]> {
  const rows = await store.db.read
    .selectFrom('mtu_bench_placements')
    .select(['item_id', 'setting', 'split'])
    .where('run_id', '=', runId)
    .where('split', 'in', splits)
    .orderBy('item_id')
    .orderBy('setting')
    .execute();
  return rows.map((row) => ({
    itemId: row.item_id,
    setting: row.setting as Setting,
    split: row.split as Split,
  }));
}

/** Replacement pools of all cells, in order of promotion. */
export async function replacementRefs(
  store: Store,
  runId: string,
): Promise<{ readonly itemId: string; readonly setting: Setting; readonly cell: Cell }[]> {
  const rows = await store.db.read
    .selectFrom('mtu_bench_placements')
    .select(['item_id', 'setting', 'reserve_cell'])
    .where('run_id', '=', runId)
    .where('reserve_rank', 'is not', null)
    .orderBy('reserve_cell')
    .orderBy('reserve_rank')
    .orderBy('item_id')
    .execute();
  return rows.map((row) => ({
    itemId: row.item_id,
    setting: row.setting as Setting,
    cell: row.reserve_cell as Cell,
  }));
}
