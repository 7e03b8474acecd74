import type { Cell, Item, Setting } from '../../core/mtu-bench/item.js';
import type { Split } from '../../core/split.js';
import type { Kysely } from 'kysely';
import { unpackText } from '../compress.js';
import { hasDocument, insertRunDocument, SPLIT_DOCUMENT, type RunDocument } from '../documents.js';
import { appendEvent } from '../events.js';
import { itemValues, type ItemRow } from './records.js';
import type { Store } from '../store.js';
import type { Tables } from '../tables.js';

/** Rows that share a commit: a short hold of the write lock, and few enough values for one statement. */
const ROWS_A_COMMIT = 500;

/** A record that gave items, by where it stands. */
export interface RecordPlaceKey {
  readonly shard: number;
  readonly ordinal: number;
}

/** What the split stage looks at of an item. */
export interface SplitItem extends RecordPlaceKey {
  readonly itemId: string;
  readonly setting: Setting;
  /** `source recordId`, such as `sgd dev/5_00012`. */
  readonly dialogue: string;
  /** Ids of the tools called. */
  readonly tools: readonly string[];
  readonly textDigest: string;
  /** Packed MinHash signature, where the item's text is not the whole dialogue's. */
  readonly signature: Uint8Array | undefined;
  /** It stays out of all files for a reason of its own. */
  readonly excluded: boolean;
}

/** The items that the convert stage made, by setting and item id. */
export async function* streamSplitItems(store: Store, runId: string): AsyncGenerator<SplitItem> {
  const rows = store.db.read
    .selectFrom('mtu_bench_items as i')
    .innerJoin('mtu_bench_records as r', (join) =>
      join
        .onRef('r.run_id', '=', 'i.run_id')
        .onRef('r.shard', '=', 'i.shard')
        .onRef('r.ordinal', '=', 'i.ordinal'),
    )
    .innerJoin('shards as s', (join) =>
      join.onRef('s.run_id', '=', 'i.run_id').onRef('s.shard', '=', 'i.shard'),
    )
    .select(['i.item_id', 'i.setting', 'i.shard', 'i.ordinal', 'i.tools', 'i.text_digest', 'i.signature'])
    .select(['i.not_evaluated', 'r.record_id', 's.source'])
    .where('i.run_id', '=', runId)
    .where('i.joined', '=', 0)
    .orderBy('i.setting')
    .orderBy('i.item_id')
    .stream(500);
  for await (const row of rows)
    yield {
      itemId: row.item_id,
      setting: row.setting as Setting,
      shard: row.shard,
      ordinal: row.ordinal,
      dialogue: `${row.source} ${row.record_id}`,
      tools: JSON.parse(row.tools ?? '[]') as string[],
      textDigest: row.text_digest ?? '',
      signature: row.signature ?? undefined,
      excluded: row.not_evaluated !== null,
    };
}

/** The converted dialogues with the packed signatures of all that their users say, in reading order. */
export async function* streamDialogueSignatures(
  store: Store,
  runId: string,
): AsyncGenerator<{ readonly dialogue: string; readonly signature: Uint8Array }> {
  const rows = store.db.read
    .selectFrom('mtu_bench_records as r')
    .innerJoin('shards as s', (join) =>
      join.onRef('s.run_id', '=', 'r.run_id').onRef('s.shard', '=', 'r.shard'),
    )
    .select(['s.source', 'r.record_id', 'r.signature'])
    .where('r.run_id', '=', runId)
    .where('r.outcome', '=', 'converted')
    .where('r.signature', 'is not', null)
    .orderBy('r.shard')
    .orderBy('r.ordinal')
    .stream(500);
  for await (const row of rows)
    if (row.signature) yield { dialogue: `${row.source} ${row.record_id}`, signature: row.signature };
}

/** The bodies (JSON text) of some items of a setting, by item id. */
export async function itemBodies(
  store: Store,
  runId: string,
  setting: Setting,
  itemIds: readonly string[],
): Promise<Map<string, string>> {
  const bodies = new Map<string, string>();
  for (let from = 0; from < itemIds.length; from += ROWS_A_COMMIT) {
    const rows = await store.db.read
      .selectFrom('mtu_bench_items')
      .select(['item_id', 'body'])
      .where('run_id', '=', runId)
      .where('setting', '=', setting)
      .where('joined', '=', 0)
      .where('item_id', 'in', itemIds.slice(from, from + ROWS_A_COMMIT))
      .execute();
    for (const row of rows) bodies.set(row.item_id, unpackText(row.body));
  }
  return bodies;
}

/** An item that goes into a file. */
export interface PlacedItem {
  readonly itemId: string;
  readonly setting: Setting;
}

/** The items of some splits, joined ones too, by setting and item id. */
export async function placedItems(
  store: Store,
  runId: string,
  splits: readonly Split[],
): Promise<PlacedItem[]> {
  const rows = await store.db.read
    .selectFrom('mtu_bench_placements')
    .select(['item_id', 'setting'])
    .where('run_id', '=', runId)
    .where('split', 'in', splits)
    .orderBy('setting')
    .orderBy('item_id')
    .execute();
  return rows.map(({ item_id, setting }) => ({ itemId: item_id, setting: setting as Setting }));
}

/** An item whole, as its stage made it. */
export async function placedItem(
  store: Store,
  runId: string,
  { itemId, setting }: PlacedItem,
): Promise<Item> {
  const { body } = await store.db.read
    .selectFrom('mtu_bench_items')
    .select('body')
    .where('run_id', '=', runId)
    .where('setting', '=', setting)
    .where('item_id', '=', itemId)
    .executeTakeFirstOrThrow();
  return JSON.parse(unpackText(body)) as Item;
}

/** Where an item goes. Without a split it is in no file: it waits in the reserve, or `reason` says why. */
export interface Placement {
  readonly setting: Setting;
  readonly itemId: string;
  readonly split?: Split;
  readonly reserve?: { readonly cell: Cell; readonly rank: number };
  readonly reason?: string;
  readonly detail?: string;
}

/** An item made by the split stage, with the record that it is listed under. */
export interface JoinedItem {
  readonly place: RecordPlaceKey;
  readonly row: ItemRow;
}

/**
 * Keeps what the split stage decided, in the place of what it decided before. A few rows a commit; a kill on the way
 * leaves a part, which the next try replaces: nothing reads placements before the stage has ended. A worker that comes
 * late, when another one has ended the stage and the export may be reading, changes nothing.
 */
export async function replacePlacements(
  store: Store,
  runId: string,
  placements: readonly Placement[],
  joined: readonly JoinedItem[],
): Promise<void> {
  const writing = (job: (trx: Kysely<Tables>) => Promise<unknown>): Promise<void> =>
    store.db.write(async (trx) => {
      if (!(await hasDocument(trx, runId, SPLIT_DOCUMENT))) await job(trx);
    });
  await writing((trx) => clearPlacements(trx, runId));
  for (let from = 0; from < joined.length; from += ROWS_A_COMMIT) {
    const rows = joined
      .slice(from, from + ROWS_A_COMMIT)
      .map(({ place, row }) => itemValues({ run_id: runId, ...place }, row, 1));
    await writing((trx) =>
      trx
        .insertInto('mtu_bench_items')
        .values(rows)
        .onConflict((c) => c.doNothing())
        .execute(),
    );
  }
  for (let from = 0; from < placements.length; from += ROWS_A_COMMIT) {
    const rows = placements.slice(from, from + ROWS_A_COMMIT).map((placement) => ({
      run_id: runId,
      setting: placement.setting,
      item_id: placement.itemId,
      split: placement.split ?? null,
      reserve_cell: placement.reserve?.cell ?? null,
      reserve_rank: placement.reserve?.rank ?? null,
      reason: placement.reason ?? null,
      detail: placement.detail ?? null,
    }));
    await writing((trx) =>
      trx
        .insertInto('mtu_bench_placements')
        .values(rows)
        .onConflict((c) => c.doNothing())
        .execute(),
    );
  }
  await writing((trx) =>
    appendEvent(trx, runId, store.now(), 'items split', {
      items: placements.length,
      joined: joined.length,
    }),
  );
}

/** What is changed of what the split stage decided. */
interface Settled {
  readonly dropped: readonly (Pick<Placement, 'setting' | 'itemId'> & {
    readonly reason: string;
    readonly detail: string;
  })[];
  readonly promoted: readonly (Pick<Placement, 'setting' | 'itemId'> & { readonly split: Split })[];
}

/**
 * Takes items out of their files, or out of the reserve, and lets others of the reserve follow; in one transaction with the
 * document that says so. Where that is there already, nothing is changed.
 */
export const settlePlacements = (
  store: Store,
  runId: string,
  { dropped, promoted }: Settled,
  document: RunDocument,
): Promise<void> =>
  store.db.write(async (trx) => {
    if (await hasDocument(trx, runId, document)) return;
    const placement = ({ setting, itemId }: Pick<Placement, 'setting' | 'itemId'>) =>
      trx
        .updateTable('mtu_bench_placements')
        .where('run_id', '=', runId)
        .where('setting', '=', setting)
        .where('item_id', '=', itemId);
    const nowhere = { split: null, reserve_cell: null, reserve_rank: null };
    for (const { reason, detail, ...item } of dropped)
      await placement(item)
        .set({ ...nowhere, reason, detail })
        .execute();
    for (const { split, ...item } of promoted)
      await placement(item)
        .set({ ...nowhere, split })
        .execute();
    await insertRunDocument(trx, runId, document);
    const counts = { dropped: dropped.length, promoted: promoted.length };
    await appendEvent(trx, runId, store.now(), 'items rechecked', counts);
  });

/** Forgets what the split stage decided and made. */
export async function clearPlacements(trx: Kysely<Tables>, runId: string): Promise<void> {
  await trx.deleteFrom('mtu_bench_placements').where('run_id', '=', runId).execute();
  await trx.deleteFrom('mtu_bench_items').where('run_id', '=', runId).where('joined', '=', 1).execute();
}
