import { sql } from 'kysely';
import type { Outcome, Setting } from '../core/item.js';
import { corpusCountsSchema, type CorpusCounts } from '../core/run.js';
import { unpackText } from './compress.js';
import type { Store } from './store.js';

/** What became of a run's records so far. */
export interface OutcomeCounts {
  readonly read: number;
  readonly converted: number;
  readonly setAside: Readonly<Record<string, number>>;
  readonly dropped: Readonly<Record<string, number>>;
  readonly notEvaluated: Readonly<Record<string, number>>;
}

/** Counts of records by outcome and reason, and of items left out of the evaluation files; reasons in order of name. */
export async function countOutcomes(store: Store, runId: string): Promise<OutcomeCounts> {
  const records = await store.db.read
    .selectFrom('records')
    .select(['outcome', 'reason', (eb) => eb.fn.countAll<number>().as('count')])
    .where('run_id', '=', runId)
    .groupBy(['outcome', 'reason'])
    .orderBy('reason')
    .execute();
  const items = await store.db.read
    .selectFrom('items')
    .select(['not_evaluated as reason', (eb) => eb.fn.countAll<number>().as('count')])
    .where('run_id', '=', runId)
    .where('not_evaluated', 'is not', null)
    .groupBy('not_evaluated')
    .orderBy('not_evaluated')
    .execute();
  const by = (outcome: Outcome): Record<string, number> =>
    toCounts(records.filter((row) => row.outcome === outcome));
  return {
    read: records.reduce((sum, row) => sum + Number(row.count), 0),
    converted: records
      .filter((row) => row.outcome === 'converted')
      .reduce((sum, row) => sum + Number(row.count), 0),
    setAside: by('set aside'),
    dropped: by('dropped'),
    notEvaluated: toCounts(items),
  };
}

const toCounts = (rows: readonly { reason: string | null; count: number }[]): Record<string, number> =>
  Object.fromEntries(rows.map((row) => [row.reason ?? '', Number(row.count)]));

/** A record that was set aside or dropped, as a person is told of it. */
export interface Failure {
  readonly recordId: string;
  readonly file: string;
  readonly line: number;
  readonly outcome: Outcome;
  readonly reason: string;
  readonly detail: string;
}

/** The first records, in reading order, that were set aside or dropped: set-asides before drops. */
export async function firstFailures(store: Store, runId: string, limit: number): Promise<Failure[]> {
  const rows = await store.db.read
    .selectFrom('records as r')
    .innerJoin('shards as s', (join) =>
      join.onRef('s.run_id', '=', 'r.run_id').onRef('s.shard', '=', 'r.shard'),
    )
    .select(['r.record_id', 's.path', 'r.line', 'r.outcome', 'r.reason', 'r.detail'])
    .where('r.run_id', '=', runId)
    .where('r.outcome', '!=', 'converted')
    .orderBy('r.outcome', 'desc')
    .orderBy('r.shard')
    .orderBy('r.ordinal')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    recordId: row.record_id,
    file: row.path,
    line: row.line,
    outcome: row.outcome as Outcome,
    reason: row.reason ?? '',
    detail: row.detail ?? '',
  }));
}

/** A record's row with its source, for sums over all records. */
export interface RecordSummary {
  readonly source: string;
  readonly split: string;
  readonly flags: readonly string[];
  readonly counts: CorpusCounts | undefined;
}

/** All records of a run in reading order, for the sums of its counts. */
export async function* streamRecordSummaries(store: Store, runId: string): AsyncGenerator<RecordSummary> {
  const rows = store.db.read
    .selectFrom('records as r')
    .innerJoin('shards as s', (join) =>
      join.onRef('s.run_id', '=', 'r.run_id').onRef('s.shard', '=', 'r.shard'),
    )
    .select(['s.source', 's.split', 'r.flags', 'r.counts'])
    .where('r.run_id', '=', runId)
    .orderBy('r.shard')
    .orderBy('r.ordinal')
    .stream(500);
  for await (const row of rows) {
    yield {
      source: row.source,
      split: row.split,
      flags: row.flags === null ? [] : (JSON.parse(row.flags) as string[]),
      counts: row.counts === null ? undefined : corpusCountsSchema.parse(JSON.parse(row.counts)),
    };
  }
}

/** An item as kept. */
export interface StoredItem {
  readonly itemId: string;
  readonly itemVersion: string;
  readonly notEvaluated: string | undefined;
  /** The item as JSON text. */
  readonly body: string;
}

/** Items inflated at once. */
const ITEMS_AHEAD = 64;

/** The items of a setting in item id order. */
export async function* streamItems(
  store: Store,
  runId: string,
  setting: Setting,
): AsyncGenerator<StoredItem> {
  const rows = store.db.read
    .selectFrom('items')
    .select(['item_id', 'item_version', 'not_evaluated', 'body'])
    .where('run_id', '=', runId)
    .where('setting', '=', setting)
    .orderBy('item_id')
    .stream(ITEMS_AHEAD);
  let ahead: Promise<StoredItem>[] = [];
  for await (const row of rows) {
    ahead.push(
      unpackText(row.body).then((body) => ({
        itemId: row.item_id,
        itemVersion: row.item_version,
        notEvaluated: row.not_evaluated ?? undefined,
        body,
      })),
    );
    if (ahead.length < ITEMS_AHEAD) continue;
    yield* await Promise.all(ahead);
    ahead = [];
  }
  yield* await Promise.all(ahead);
}

/** How many items a run has. */
export async function countItems(store: Store, runId: string): Promise<number> {
  const row = await store.db.read
    .selectFrom('items')
    .select(sql<number>`count(*)`.as('count'))
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** One line of an export's lineage: what became of a record and of the items made from it. */
export interface LineageRow {
  readonly source: string;
  readonly split: string;
  readonly record: string;
  readonly file: string;
  readonly line: number;
  readonly outcome: Outcome;
  readonly reason?: string;
  readonly detail?: string;
  readonly items: readonly LineageItem[];
}

export interface LineageItem {
  readonly itemId: string;
  readonly itemVersion: string;
  readonly setting: string;
  readonly outcome: 'accepted' | 'dropped';
  readonly reason?: string;
  readonly detail?: string;
}

/** The lineage of a run, ordered by source and record id. */
export async function* streamLineage(store: Store, runId: string): AsyncGenerator<LineageRow> {
  const rows = store.db.read
    .selectFrom('records as r')
    .innerJoin('shards as s', (join) =>
      join.onRef('s.run_id', '=', 'r.run_id').onRef('s.shard', '=', 'r.shard'),
    )
    .leftJoin('items as i', (join) =>
      join
        .onRef('i.run_id', '=', 'r.run_id')
        .onRef('i.shard', '=', 'r.shard')
        .onRef('i.ordinal', '=', 'r.ordinal'),
    )
    .select([
      's.source',
      's.split',
      's.path',
      'r.shard',
      'r.ordinal',
      'r.line',
      'r.record_id',
      'r.outcome',
      'r.reason',
      'r.detail',
    ])
    .select(['i.item_id', 'i.item_version', 'i.setting', 'i.not_evaluated', 'i.not_evaluated_detail'])
    .where('r.run_id', '=', runId)
    .orderBy('s.source')
    .orderBy('r.record_id')
    .orderBy('r.shard')
    .orderBy('r.ordinal')
    .orderBy('i.setting')
    .stream(500);
  let current: (LineageRow & { items: LineageItem[] }) | undefined;
  let place = '';
  for await (const row of rows) {
    const here = `${row.shard}/${row.ordinal}`;
    if (current && here !== place) {
      yield current;
      current = undefined;
    }
    place = here;
    current ??= {
      source: row.source,
      split: row.split,
      record: row.record_id,
      file: row.path,
      line: row.line,
      outcome: row.outcome as Outcome,
      ...(row.reason === null ? {} : { reason: row.reason }),
      ...(row.detail === null ? {} : { detail: row.detail }),
      items: [],
    };
    if (row.item_id !== null) {
      current.items.push({
        itemId: row.item_id,
        itemVersion: row.item_version ?? '',
        setting: row.setting ?? '',
        outcome: row.not_evaluated === null ? 'accepted' : 'dropped',
        ...(row.not_evaluated === null
          ? {}
          : { reason: row.not_evaluated, detail: row.not_evaluated_detail ?? '' }),
      });
    }
  }
  if (current) yield current;
}
