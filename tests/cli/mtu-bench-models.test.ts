import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Item } from '../../core/item.js';
import type { Manifest } from '../../core/manifest.js';
import { objectOf } from '../support/cli.js';
import { sharedServer } from '../support/cli-server.js';
import { Workspace } from '../support/cli-workspace.js';
import { readLines } from '../support/corpus.js';
import { describeShared, sharedPath } from '../support/shared.js';

interface Scored {
  readonly rows: readonly {
    readonly predictions: string;
    readonly scores: readonly { readonly columns: Readonly<Record<string, number>> }[];
  }[];
}

describeShared('joined requests of SGD as a model writes them, rehearsed', () => {
  const workspace = new Workspace(sharedServer());
  const sgd = `sgd=${sharedPath('data', 'sgd', 'dev')}`;
  let manifest: Manifest;
  let items: { readonly split: string | null; readonly item: Item }[];

  beforeAll(async () => {
    const models = {
      roles: { generator: { provider: 'openai', model: 'gpt-x' } },
      rehearsal: { refused: 0.05 },
    };
    writeFileSync(workspace.path('temporal.config.ts'), `export default ${JSON.stringify({ models })};\n`);
    const run = await workspace.benchwright([
      ...[
        'run',
        'mtu-bench',
        '--source',
        sgd,
        '--out',
        'out',
        '--rewrite',
        'requests',
        '--rehearse',
        '--json',
      ],
    ]);
    expect(run.code, run.stderr).toBe(0);
    manifest = JSON.parse(readFileSync(workspace.path('out.rehearsal', 'manifest.json'), 'utf8')) as Manifest;
    items = readLines(workspace.path('out.rehearsal', 'data', 'items.jsonl'));
  }, 240_000);
  afterAll(() => workspace.dispose());

  it('are the joined turns alone; of one that cannot be written the rule’s words stay', () => {
    const placed = items.filter(({ split }) => split !== null).map(({ item }) => item);
    const written = placed.filter(({ origins }) => origins.user === 'model');
    const left = placed.filter(({ origins }) => origins.user === 'rule');
    expect(written.length).toBeGreaterThan(20);
    expect(left.length).toBeGreaterThan(0);
    expect([...written, ...left].every(({ setting }) => setting === 'S-M')).toBe(true);
    const { rewrite } = manifest.counts;
    expect(rewrite).toMatchObject({ items: written.length + left.length, rewritten: written.length });
  });

  it('score 100 with their gold as prediction', async () => {
    const scored = await workspace.benchwright(['score', 'out.rehearsal', '--json']);
    expect(scored.code, scored.stderr).toBe(0);
    const { rows } = objectOf<Scored>(scored);
    const gold = rows.filter(({ predictions }) => predictions === 'gold').flatMap(({ scores }) => scores);
    expect(gold.length).toBeGreaterThan(3);
    for (const { columns } of gold) expect(new Set(Object.values(columns))).toEqual(new Set([100]));
  });

  it('are the same from the answers alone', async () => {
    await workspace.benchwright(['ledger', 'export', 'answers.jsonl.gz', '--run', 'out.rehearsal']);
    const words = ['verify', 'out.rehearsal', '--rebuild', '--source', sgd, '--json'];
    const whole = await workspace.benchwright([...words, '--ledger', 'answers.jsonl.gz']);
    expect(whole.code, whole.stderr).toBe(0);
    expect(objectOf(whole)).toMatchObject({ whole: true, rebuilt: [] });
    const without = await workspace.benchwright(words);
    expect(objectOf(without)).toMatchObject({ error: { code: 'REBUILD_INPUT_MISSING' } });
  });
});
