import type { Item, Setting } from '../core/item.js';
import { unpackText } from './compress.js';
import type { Store } from './store.js';

/** A line of `items list`. */
export interface ItemLine {
  readonly itemId: string;
  readonly setting: string;
  /** Source and record id: `sgd dev/5_00012`. */
  readonly dialogue: string;
  readonly outcome: 'accepted' | 'dropped';
  readonly reason: string | undefined;
}

export interface ItemFilter {
  readonly setting?: Setting | undefined;
  readonly outcome?: 'accepted' | 'dropped' | undefined;
  readonly limit: number;
}

/** Items of a run in item id order within their setting. */
export async function listItems(store: Store, runId: string, filter: ItemFilter): Promise<ItemLine[]> {
  let query = store.db.read
    .selectFrom('items as i')
    .innerJoin('shards as s', (join) =>
      join.onRef('s.run_id', '=', 'i.run_id').onRef('s.shard', '=', 'i.shard'),
    )
    .innerJoin('records as r', (join) =>
      join
        .onRef('r.run_id', '=', 'i.run_id')
        .onRef('r.shard', '=', 'i.shard')
        .onRef('r.ordinal', '=', 'i.ordinal'),
    )
    .select(['i.item_id', 'i.setting', 'i.not_evaluated', 's.source', 'r.record_id'])
    .where('i.run_id', '=', runId);
  if (filter.setting !== undefined) query = query.where('i.setting', '=', filter.setting);
  if (filter.outcome !== undefined)
    query = query.where('i.not_evaluated', filter.outcome === 'dropped' ? 'is not' : 'is', null);
  const rows = await query.orderBy('i.setting').orderBy('i.item_id').limit(filter.limit).execute();
  return rows.map((row) => ({
    itemId: row.item_id,
    setting: row.setting,
    dialogue: `${row.source} ${row.record_id}`,
    outcome: row.not_evaluated === null ? 'accepted' : 'dropped',
    reason: row.not_evaluated ?? undefined,
  }));
}

/** An item whole, with why it stays out of the evaluation files. */
export interface FoundItem {
  readonly item: Item;
  readonly notEvaluated: { readonly reason: string; readonly detail: string } | undefined;
}

const EVALUATION_NAME = /^(S-S|M-S|M-M)_(\d+)(?:_\d+)?$/;

/** The id of the item that an evaluation file calls `M-S_3` (or `M-S_3_0`): they are numbered in item id order. */
async function idInEvaluation(store: Store, runId: string, name: string): Promise<string | undefined> {
  const [, setting, number] = EVALUATION_NAME.exec(name) ?? [];
  if (setting === undefined) return undefined;
  const row = await store.db.read
    .selectFrom('items')
    .select('item_id')
    .where('run_id', '=', runId)
    .where('setting', '=', setting)
    .where('not_evaluated', 'is', null)
    .orderBy('item_id')
    .limit(1)
    .offset(Number(number))
    .executeTakeFirst();
  return row?.item_id;
}

/** Items of a run by their name in an evaluation file, the beginning of their id, or their record id; at most `limit`. */
export async function findItems(
  store: Store,
  runId: string,
  asked: string,
  limit: number,
): Promise<FoundItem[]> {
  const name = (await idInEvaluation(store, runId, asked)) ?? asked;
  const rows = await store.db.read
    .selectFrom('items as i')
    .innerJoin('records as r', (join) =>
      join
        .onRef('r.run_id', '=', 'i.run_id')
        .onRef('r.shard', '=', 'i.shard')
        .onRef('r.ordinal', '=', 'i.ordinal'),
    )
    .select(['i.body', 'i.not_evaluated', 'i.not_evaluated_detail'])
    .where('i.run_id', '=', runId)
    .where((eb) =>
      eb.or([
        eb('r.record_id', '=', name),
        eb.and([eb('i.item_id', '>=', name), eb('i.item_id', '<', `${name}g`)]),
      ]),
    )
    .orderBy('i.setting')
    .orderBy('i.item_id')
    .limit(limit)
    .execute();
  return Promise.all(
    rows.map(async (row) => ({
      item: JSON.parse(await unpackText(row.body)) as Item,
      notEvaluated:
        row.not_evaluated === null
          ? undefined
          : { reason: row.not_evaluated, detail: row.not_evaluated_detail ?? '' },
    })),
  );
}
