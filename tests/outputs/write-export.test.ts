import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { homedir, hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SETTINGS, type Item } from '../../core/item.js';
import type { Manifest } from '../../core/manifest.js';
import { manifestText } from '../../outputs/mtu-bench/write-export.js';
import { isWhole, verifyExport } from '../../outputs/verify-export.js';
import { createRun } from '../../store/runs.js';
import { commitRecords } from '../../store/records.js';
import { openStore, type Store } from '../../store/store.js';
import { goldAsPrediction } from '../../transforms/scoring/mtu-bench/prediction-text.js';
import { type GoldRecord, scoreSetting } from '../../transforms/scoring/mtu-bench/score.js';
import { describeCorpora, readLines, type ConvertedCorpus } from '../support/corpus.js';
import { writeExport } from '../support/export.js';

interface ExportedItem {
  readonly evaluation: string | null;
  readonly notEvaluated?: string;
  readonly offered?: readonly { readonly name: string; readonly tool: string }[];
  readonly item: Item;
}
interface EvaluationRecord extends GoldRecord {
  readonly question: string;
}

/** The deterministic files of an export, by path. */
const filesOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    ['manifest.json', ...readdirSync(join(folder, 'data')).map((name) => `data/${name}`)].map((path) => [
      path,
      readFileSync(join(folder, path), 'utf8'),
    ]),
  );

type Order = (rows: ConvertedCorpus['rows']) => ConvertedCorpus['rows'];
const inOrder: Order = (rows) => rows;

describeCorpora((corpus) => {
  let folder: string;
  let out: string;
  let manifest: Manifest;
  let items: ExportedItem[];
  const stores: Store[] = [];

  /** Exports a store into which the records came in this order, a few at a time. */
  async function exported(name: string, order: Order, frozen = corpus().run.frozen): Promise<Manifest> {
    const store = await openStore(join(folder, `${name}.db`));
    stores.push(store);
    const run = await createRun(store, { ...corpus().run, frozen });
    const rows = order(corpus().rows);
    for (let from = 0; from < rows.length; from += 20) {
      const some = rows.slice(from, from + 20);
      for (const shard of new Set(some.map((row) => row.shard)))
        await commitRecords(
          store,
          run.runId,
          shard,
          some.filter((row) => row.shard === shard),
        );
    }
    return writeExport(corpus(), { store, run }, join(folder, name));
  }

  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'benchwright-export-')));
    out = join(folder, 'in-order');
    manifest = await exported('in-order', inOrder);
    items = readLines(join(out, 'data/items.jsonl'));
  });
  afterAll(async () => {
    for (const store of stores) await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const evaluation = (setting: string): EvaluationRecord[] =>
    readLines(join(out, `data/${setting}_eval.jsonl`));

  it.each(SETTINGS)('%s: gold as prediction scores 100 in every measure', (setting) => {
    const records = evaluation(setting);
    const predictions = new Map(records.map(({ id, answer }) => [id, goldAsPrediction(setting, answer)]));
    const scores = scoreSetting(setting, records, predictions);
    expect(new Set(Object.values(scores.columns))).toEqual(new Set([100]));
    expect(scores.dialogues).toBe(manifest.counts.items[setting]);
    expect(scores.records).toBe(manifest.counts.records[setting]);
  });

  it.each(SETTINGS)(
    '%s: ids are unique, numbers without gaps, turns of a dialogue complete and in order',
    (setting) => {
      const evaluated = items.filter(
        ({ item, evaluation: name }) => item.setting === setting && name !== null,
      );
      const expected = evaluated.flatMap(({ item }, n) =>
        setting === 'S-S' ? [`S-S_${n}`] : item.turns.map((_, turn) => `${setting}_${n}_${turn}`),
      );
      expect(evaluated.length).toBeGreaterThan(0);
      expect(evaluation(setting).map(({ id }) => id)).toEqual(expected);
      expect(evaluated.map(({ evaluation: name }) => name)).toEqual(
        evaluated.map((_, n) => `${setting}_${n}`),
      );
    },
  );

  it('numbers run in item id order within a setting; items that stay out have none', () => {
    for (const setting of SETTINGS) {
      const ids = items.filter(({ item }) => item.setting === setting).map(({ item }) => item.itemId);
      expect(ids).toEqual([...ids].sort());
    }
    for (const { evaluation: name, notEvaluated } of items)
      expect(name === null).toBe(notEvaluated !== undefined);
  });

  it('no call is {"": {}} in S-S and M-S and {} in M-M; single-tool answers have one key', () => {
    for (const setting of ['S-S', 'M-S'])
      for (const { answer } of evaluation(setting)) expect(Object.keys(answer)).toHaveLength(1);
    const texts = (setting: string) => evaluation(setting).map(({ answer }) => JSON.stringify(answer));
    expect(texts('M-S')).toContain('{"":{}}');
    expect(texts('M-M')).toContain('{}');
    expect(texts('M-M').filter((text) => text.includes('"":'))).toEqual([]);
    expect(texts('S-S')).not.toContain('{"":{}}'); // each is cut from a turn with a call
  });

  it('each record has id, question and answer alone; the question ends on the user’s words', () => {
    for (const setting of SETTINGS) {
      const words = items
        .filter(({ item, evaluation: name }) => item.setting === setting && name !== null)
        .flatMap(({ item }) => item.turns.map((turn) => turn.user));
      const records = evaluation(setting);
      records.forEach((record, i) => {
        expect(Object.keys(record)).toEqual(['id', 'question', 'answer']);
        expect(record.question.endsWith(`User: ${setting === 'M-M' ? ' ' : ''}${words[i]}`)).toBe(true);
        expect(record.question).toContain('Today is Friday, March 1, 2019.');
      });
    }
  });

  it('the tools of an answer are offered in its question, as the full structure says', () => {
    const names = new Map(items.map((one) => [one.evaluation, one.offered?.map(({ name }) => name) ?? []]));
    for (const setting of SETTINGS) {
      for (const { id, question, answer } of evaluation(setting)) {
        const offered = names.get(setting === 'S-S' ? id : id.replace(/_\d+$/, '')) ?? [];
        expect(offered.length).toBeGreaterThan(0);
        for (const tool of Object.keys(answer)) if (tool !== '') expect(offered).toContain(tool);
        for (const name of offered) expect(question).toMatch(new RegExp(`['"]name['"]: ['"]${name}['"]`));
      }
    }
  });

  it('verifies as whole: files, digests and sums agree', async () => {
    const verification = await verifyExport(out);
    expect(verification).toMatchObject({ changed: [], missing: [], unexpected: [], disagreements: [] });
    expect(isWhole(verification)).toBe(true);
    expect(verification.filesChecked).toBe(7);
    expect(verification.manifest).toEqual(manifest);
    expect(readFileSync(join(out, 'manifest.json'), 'utf8')).toBe(manifestText(manifest));
  });

  it('counts what the files hold', () => {
    const { counts } = manifest;
    const records = SETTINGS.flatMap((setting) => evaluation(setting));
    const called = records.flatMap(({ answer }) => Object.keys(answer).filter((name) => name !== ''));
    expect(counts.calls).toBe(called.length);
    const evaluated = items.filter(({ evaluation: name }) => name !== null);
    expect(counts.tools).toBe(new Set(evaluated.flatMap(({ item }) => item.tools)).size);
    expect(manifest.inputs.items).toBe(items.length);
    const lineage = readLines<{ outcome: string; items: unknown[] }>(join(out, 'data/lineage.jsonl'));
    expect(lineage.length).toBe(counts.read);
    expect(lineage.filter(({ outcome }) => outcome === 'converted').length).toBe(counts.converted);
    expect(lineage.flatMap((row) => row.items).length).toBe(items.length);
  });

  it('has the same bytes whatever the order in which records came in', async () => {
    const expected = filesOf(out);
    await exported('backwards', (rows) => rows.toReversed());
    expect(filesOf(join(folder, 'backwards'))).toEqual(expected);
    const shuffled: Order = (rows) =>
      rows
        .map((row, i) => ({ row, key: (i * 7919) % 1009 }))
        .sort((a, b) => a.key - b.key)
        .map(({ row }) => row);
    await exported('shuffled', shuffled);
    expect(filesOf(join(folder, 'shuffled'))).toEqual(expected);
  });

  it('with another seed offers other tools, and has the same items, versions, answers and lineage', async () => {
    const other = await exported('seed', inOrder, { ...corpus().run.frozen, seed: 8 });
    expect(other.inputs).toEqual(manifest.inputs);
    expect(other.counts).toEqual(manifest.counts);
    const [one, two] = [filesOf(out), filesOf(join(folder, 'seed'))];
    const changed = Object.keys(one).filter((path) => one[path] !== two[path]);
    expect(changed.sort()).toEqual([
      'data/M-M_eval.jsonl',
      'data/M-S_eval.jsonl',
      'data/S-S_eval.jsonl',
      'data/items.jsonl',
      'manifest.json',
    ]);
    for (const setting of SETTINGS) {
      const answers = (folder_: string) =>
        readLines<EvaluationRecord>(join(folder_, `data/${setting}_eval.jsonl`)).map(({ id, answer }) => [
          id,
          answer,
        ]);
      expect(answers(join(folder, 'seed'))).toEqual(answers(out));
    }
  });

  it('holds no path, host or time of this machine', () => {
    const traces = [folder, homedir(), process.cwd(), corpus().run.roots['sgd'] ?? '-', hostname(), tmpdir()];
    const today = new Date().toISOString().slice(0, 10);
    for (const [path, text] of Object.entries(filesOf(out))) {
      // A short home or host ("/root", "vm") could be a word of a dialogue: only names of some length tell.
      for (const trace of traces.filter((one) => one.length > 4))
        expect(text.includes(trace), `${trace} in ${path}`).toBe(false);
      expect(text.includes(today), `${today} in ${path}`).toBe(false);
    }
  });

  it('says whose data it is', () => {
    const { licence, attribution } = manifest.sources[0] ?? {};
    const text = filesOf(out)['data/LICENCE.md'] ?? '';
    expect(text.split('\n')[0]).toBe(`# Licence: ${licence}`);
    expect(text).toContain(`\`sgd\`: ${attribution}; ${licence}.`);
    for (const { item } of items) expect(item.provenance.licence).not.toBe('');
  });
});
