import { describe, expect, it } from 'vitest';
import type { CorpusCounts } from '../../core/run.js';
import {
  countItems,
  countOutcomes,
  firstFailures,
  streamItems,
  streamLineage,
  streamRecordSummaries,
} from '../../store/outcomes.js';
import { commitRecords } from '../../store/records.js';
import { createRun } from '../../store/runs.js';
import { emptyCounts } from '../../transforms/statistics/corpus-counts.js';
import { collect, itemRow, newRun, recordRow, shardOf, storeWithRun } from '../support/rows.js';

const counts: CorpusCounts = { ...emptyCounts(), dialogues: 1, callsPerDialogue: { '2': 1 } };
const misread = { notEvaluated: { reason: 'evaluator misreads gold', detail: 'turn 1' } };

/** Two shards of three records: dev before train in reading order. */
async function filled() {
  const { store, run } = await storeWithRun(shardOf('dev/a.json', 3), shardOf('train/a.json', 3));
  // train comes in first.
  await commitRecords(store, run.runId, 1, [
    recordRow(0, { recordId: 'train/2', outcome: 'set aside', reason: 'not valid JSON', detail: 'x' }),
    recordRow(1, { recordId: 'train/1', outcome: 'dropped', reason: 'undefined call', detail: 'y' }),
    recordRow(2, {
      recordId: 'train/0',
      flags: ['repeats'],
      counts,
      items: [itemRow('S-S', 'z0'), itemRow('M-M', 'm1', misread)],
    }),
  ]);
  await commitRecords(store, run.runId, 0, [
    recordRow(0, { recordId: 'dev/9', outcome: 'dropped', reason: 'lacks', detail: 'z' }),
    recordRow(1, { recordId: 'dev/10', outcome: 'dropped', reason: 'lacks', detail: 'z' }),
    recordRow(2, { recordId: 'dev/8', counts, items: [itemRow('M-M', 'm0')] }),
  ]);
  return { store, run };
}

describe('outcomes', () => {
  it('are counted by reason: read = converted + set aside + dropped', async () => {
    const { store, run } = await filled();
    expect(await countOutcomes(store, run.runId)).toEqual({
      read: 6,
      converted: 2,
      setAside: { 'not valid JSON': 1 },
      dropped: { lacks: 2, 'undefined call': 1 },
      notEvaluated: { 'evaluator misreads gold': 1 },
    });
    expect(await countItems(store, run.runId)).toBe(3);
  });

  it('of a run without records are none', async () => {
    const { store, run } = await storeWithRun();
    expect(await countOutcomes(store, run.runId)).toEqual({
      read: 0,
      converted: 0,
      setAside: {},
      dropped: {},
      notEvaluated: {},
    });
  });

  it('of another run do not count', async () => {
    const { store } = await filled();
    const other = await createRun(store, newRun([shardOf('dev/a.json', 1)], { name: 'other' }));
    await commitRecords(store, other.runId, 0, [recordRow(0, { items: [itemRow('M-S', 'x')] })]);
    expect(await countOutcomes(store, other.runId)).toMatchObject({ read: 1, converted: 1 });
    expect(await countItems(store, other.runId)).toBe(1);
  });
});

describe('the first failures', () => {
  it('are set-asides before drops, each in reading order', async () => {
    const { store, run } = await filled();
    const failures = await firstFailures(store, run.runId, 10);
    expect(failures.map(({ recordId }) => recordId)).toEqual(['train/2', 'dev/9', 'dev/10', 'train/1']);
    expect(failures[0]).toEqual({
      recordId: 'train/2',
      file: 'train/a.json',
      line: 2,
      outcome: 'set aside',
      reason: 'not valid JSON',
      detail: 'x',
    });
    expect(await firstFailures(store, run.runId, 1)).toEqual(failures.slice(0, 1));
  });
});

describe('the lineage', () => {
  it('has a row a record, ordered by record id, with the items made from it', async () => {
    const { store, run } = await filled();
    const rows = await collect(streamLineage(store, run.runId));
    expect(rows.map((row) => [row.record, row.outcome, row.items.map((item) => item.itemId)])).toEqual([
      ['dev/10', 'dropped', []],
      ['dev/8', 'converted', ['m0']],
      ['dev/9', 'dropped', []],
      ['train/0', 'converted', ['m1', 'z0']],
      ['train/1', 'dropped', []],
      ['train/2', 'set aside', []],
    ]);
    expect(rows[0]).toEqual({
      source: 'sgd',
      split: 'dev',
      record: 'dev/10',
      file: 'dev/a.json',
      line: 3,
      outcome: 'dropped',
      reason: 'lacks',
      detail: 'z',
      items: [],
    });
    expect(rows[3]).toEqual({
      source: 'sgd',
      split: 'train',
      record: 'train/0',
      file: 'train/a.json',
      line: 4,
      outcome: 'converted',
      items: [
        {
          itemId: 'm1',
          itemVersion: 'version of m1',
          setting: 'M-M',
          outcome: 'dropped',
          reason: 'evaluator misreads gold',
          detail: 'turn 1',
        },
        { itemId: 'z0', itemVersion: 'version of z0', setting: 'S-S', outcome: 'accepted' },
      ],
    });
  });

  it('keeps two records of one id apart', async () => {
    const { store, run } = await storeWithRun(shardOf('dev/a.json', 2), shardOf('dev/b.json', 1));
    const twin = (ordinal: number, item: string) =>
      recordRow(ordinal, { recordId: 'dev/1', items: [itemRow('M-S', item)] });
    await commitRecords(store, run.runId, 1, [twin(0, 'c')]);
    await commitRecords(store, run.runId, 0, [twin(1, 'b'), twin(0, 'a')]);
    const rows = await collect(streamLineage(store, run.runId));
    expect(rows.map((row) => [row.file, row.line, row.items[0]?.itemId])).toEqual([
      ['dev/a.json', 2, 'a'],
      ['dev/a.json', 3, 'b'],
      ['dev/b.json', 2, 'c'],
    ]);
  });

  it('of more rows than are read at once loses none', async () => {
    const { store, run } = await storeWithRun(shardOf('dev/a.json', 700));
    const rows = Array.from({ length: 700 }, (_, n) =>
      recordRow(n, {
        recordId: `dev/${1000 + n}`,
        items: [itemRow('S-S', `s${n}`), itemRow('M-S', `m${n}`)],
      }),
    );
    for (let from = 0; from < 700; from += 100)
      await commitRecords(store, run.runId, 0, rows.slice(from, from + 100));
    const lineage = await collect(streamLineage(store, run.runId));
    expect(lineage.map((row) => row.record)).toEqual(rows.map((row) => row.recordId));
    for (const [n, { items }] of lineage.entries())
      expect(items.map((item) => item.itemId)).toEqual([`m${n}`, `s${n}`]);
  });
});

describe('streams', () => {
  it('items come in item id order, with their bodies, also when there are many', async () => {
    const { store, run } = await storeWithRun(shardOf('dev/a.json', 200));
    const ids = Array.from({ length: 200 }, (_, n) => `i${((n * 37) % 200).toString().padStart(3, '0')}`);
    await commitRecords(
      store,
      run.runId,
      0,
      ids.map((id, n) => recordRow(n, { items: [itemRow('M-S', id)] })),
    );
    const items = await collect(streamItems(store, run.runId, 'M-S'));
    expect(items.map(({ itemId }) => itemId)).toEqual([...ids].sort());
    for (const { itemId, body } of items) expect(body).toBe(JSON.stringify({ itemId }));
    expect(await collect(streamItems(store, run.runId, 'S-S'))).toEqual([]);
  });

  it('items that stay out of the evaluation files come with the reason', async () => {
    const { store, run } = await filled();
    const items = await collect(streamItems(store, run.runId, 'M-M'));
    expect(items.map(({ itemId, notEvaluated }) => [itemId, notEvaluated])).toEqual([
      ['m0', undefined],
      ['m1', 'evaluator misreads gold'],
    ]);
  });

  it('summaries come in reading order, with source, split, flags and counts', async () => {
    const { store, run } = await filled();
    const summaries = await collect(streamRecordSummaries(store, run.runId));
    expect(
      summaries.map(({ source, split, flags, counts: kept }) => [source, split, flags, kept?.dialogues]),
    ).toEqual([
      ['sgd', 'dev', [], undefined],
      ['sgd', 'dev', [], undefined],
      ['sgd', 'dev', [], 1],
      ['sgd', 'train', [], undefined],
      ['sgd', 'train', [], undefined],
      ['sgd', 'train', ['repeats'], 1],
    ]);
    expect(summaries[2]?.counts).toEqual(counts);
  });
});
