import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';
import type { FamilySpec } from '../../../core/family.js';
import type { StepHost } from '../../../families/family.js';
import { rowFamily } from '../../../families/kit/row-host.js';
import { rowStage } from '../../../families/kit/row-family.js';
import { rowItemId, type RowInput } from '../../../families/kit/row-stages.js';
import { POLICIES } from '../../../core/review/policy.js';
import { createReviewService } from '../../../store/review/create-review-service.js';
import type { OutcomeRow } from '../../../store/review/outcomes.js';
import { gateQueue } from '../../../store/review/queue-place.js';
import { createRun, getRun, type NewRun } from '../../../store/runs.js';
import { openWorkItems, settleWorkItems } from '../../../store/stages/work-items.js';
import type { Store } from '../../../store/store.js';
import { freshStore } from '../../support/export.js';
import { freshFolder } from '../../support/files.js';
import { describeStores } from '../../support/stores.js';

const spec: FamilySpec<'riddles', unknown, 'riddles'> = {
  ...{ name: 'riddles', needs: 'rows', makes: 'riddles', title: 'riddles that people approve' },
  stages: [
    { name: 'write', kind: 'map', asks: true },
    { name: 'export', kind: 'export' },
  ],
  review: undefined,
  gates: {
    riddles: {
      ...{ stage: 'riddles', queue: 'riddles', noun: 'riddles', then: 'they are exported' },
      ...{ neededFor: 'the export', reasons: ['other'] },
    },
  },
  options: [],
  pipeline: (_run, on) => on.export(),
};

const content = z.record(z.string(), z.string());
const host = rowFamily({
  ...{ spec, settings: z.unknown(), content, first: (text: string) => ({ text }) },
  stages: {
    write: rowStage<z.infer<typeof content>>()({
      role: 'generator',
      prompt: '---\nid: riddles\nversion: 1\nrole: generator\ndescribed-in: this test\n---\n{{text}}',
      input: (row) => row,
      answer: z.strictObject({ riddle: z.string() }),
      apply: (row, { riddle }) => ({ ...row, riddle }),
      mock: () => ({ riddle: 'What is it?' }),
    }),
  },
  gates: { riddles: { after: 'write', title: ({ text = '' }) => text, guideline: '# Riddles\n' } },
  files: (rows) => ({ 'data/riddles.jsonl': rows.map((row) => JSON.stringify(row.content)) }),
});

const row = (id: string): RowInput => ({ id, source: 's', file: 'answers.txt', line: 1, text: id });

const run = {
  ...{ name: 'run', roots: {}, out: '/out', shards: [], documents: [] },
  frozen: {
    ...{ format: 2, family: 'riddles', product: '0.0.0', seed: 7, review: 'single', settings: {} },
    models: { roles: {}, epochs: {}, rehearsal: true, batch: false },
    ...{
      sources: [{ name: 's', kind: 'rows', path: 'answers.txt', bytes: 3, sha256: '', rows: 3 }],
      prompts: [],
    },
  },
  workItems: {
    stage: 'write',
    workItems: ['a', 'b', 'c'].map((id) => ({ workItem: `s/${id}`, input: row(id) })),
  },
} as unknown as NewRun;

/** "a" is accepted, "b" rejected, "c" edited. */
const DECIDED = [
  ['a', { outcome: 'accepted', rounds: [] }],
  ['b', { outcome: 'rejected', reason: 'other', rounds: [] }],
  ['c', { outcome: 'accepted', rounds: [], content: { text: 'c', riddle: 'edited' } }],
].map(([id, record]) => ({
  ...{ itemId: rowItemId('riddles', row(id as string)), setting: 'row', split: 'test', version: 'v' },
  record,
})) as OutcomeRow[];

async function written(): Promise<{ store: Store; runId: string }> {
  const store = await freshStore();
  const { runId } = await createRun(store, run);
  const open = await openWorkItems(store, runId, 'write', { from: 0, to: 9 });
  await settleWorkItems(
    store,
    open.map(({ ordinal, input }) => ({
      ...{ runId, stage: 'write', ordinal },
      result: {
        ...{ outcome: 'done', keys: [] },
        value: { text: (input as RowInput).text, riddle: 'as written' },
      },
    })),
  );
  return { store, runId };
}

async function exported({ store, runId }: { store: Store; runId: string }): Promise<string> {
  const folder = freshFolder();
  const how = { partial: false, item: () => undefined, file: () => Promise.resolve(), threads: false };
  await host.output.write({ store }, await getRun(store, runId), folder, how);
  return folder;
}

const openExport = (
  { store, runId }: { store: Store; runId: string },
  more: Pick<StepHost, 'decided' | 'exported'>,
) =>
  host.steps['open-export']?.(
    {
      ...{ store, beat: () => Promise.resolve() },
      vectors: () => expect.fail('no stage embeds'),
      ...more,
    },
    runId,
  );

const linesOf = (folder: string, name: string): Record<string, string>[] =>
  readFileSync(join(folder, 'data', name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>);

describeStores('a gate after the last stage of a family made with the kit', () => {
  it('decides what is exported, also in a rebuild from the export', async () => {
    const made = await written();
    await openExport(made, { decided: () => Promise.resolve(DECIDED) });
    const folder = await exported(made);
    expect(linesOf(folder, 'riddles.jsonl')).toEqual([
      { text: 'a', riddle: 'as written' },
      { text: 'c', riddle: 'edited' },
    ]);
    expect(
      linesOf(folder, 'lineage.jsonl').map(({ id, outcome, at = '', reason = '' }) =>
        [id, outcome, at, reason].join(' ').trim(),
      ),
    ).toEqual(['a made', 'b rejected riddles other', 'c made']);

    const again = await written();
    await openExport(again, { decided: () => expect.fail('there are no queues'), exported: folder });
    const rebuilt = await exported(again);
    for (const file of ['data/riddles.jsonl', 'data/lineage.jsonl', 'manifest.json'])
      expect(readFileSync(join(rebuilt, file), 'utf8')).toBe(readFileSync(join(folder, file), 'utf8'));
  });

  it('is not passed over by a pipeline that exports without its decisions', async () => {
    const made = await written();
    const queue = {
      ...{ run: 'run', runId: made.runId, gate: 'riddles', family: 'riddles' },
      ...{ policy: POLICIES.single, seed: 7, guideline: '# Riddles\n' },
    };
    await createReviewService(made.store).openQueue({ ...queue, queue: gateQueue(made.runId, 'riddles') });
    await expect(exported(made)).rejects.toThrow(
      /without the decisions at the gate riddles: .*'open-export'/,
    );
  });
});
