import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { digestTree, objectOf } from '../support/cli.js';
import { sharedServer } from '../support/cli-server.js';
import { Workspace } from '../support/cli-workspace.js';

const workspace = new Workspace(sharedServer());
afterAll(() => workspace.dispose());

const jsonLines = (...path: string[]): { id: string; text: string }[] =>
  readFileSync(workspace.path(...path), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; text: string });

const succeeds = async (...words: string[]): Promise<{ stdout: string; stderr: string }> => {
  const said = await workspace.benchwright(words);
  expect(said.code, said.stderr).toBe(0);
  return said;
};

describe('rows of a spreadsheet', () => {
  const ROWS = 'nr;text;id\n1;Où est l\'hôtel, à côté ?;a\n2;"Deux; trois";b\n';

  it('are sent as the spreadsheet shows them, and read in the same way later', async () => {
    writeFileSync(workspace.path('q.csv'), Buffer.from(ROWS, 'latin1'));
    writeFileSync(workspace.path('r.csv'), Buffer.from(`\uFEFF${ROWS}`, 'utf16le'));
    writeFileSync(workspace.path('s.tsv.gz'), gzipSync('id\ttext\nc\tTrois\n'));
    writeFileSync(workspace.path('t.csv'), 'id,text\nd,Quatre\n');
    const sources = ['q.csv', 'r.csv', 's.tsv.gz', 't.csv'].flatMap((file) => [
      '--source',
      `${file[0]}=${file}`,
    ]);
    const refused = await workspace.benchwright(['plan', 'ask', ...sources, '--rehearse', '--json']);
    expect(objectOf(refused)).toMatchObject({
      error: {
        code: 'SOURCE_UNREADABLE',
        found: expect.stringContaining('text that is no UTF-8, first in line 2; it looks like') as string,
        next: expect.stringContaining('--encoding') as string,
      },
    });
    const { stderr } = await succeeds(
      'run',
      'ask',
      ...sources,
      '--rehearse',
      '--out',
      'out',
      '--encoding',
      'latin1',
    );
    expect(stderr).toContain(
      'q: q.csv is read with columns separated by semicolons, encoding windows-1252; 2 rows',
    );
    expect(stderr).toContain(
      'r: r.csv is read with columns separated by semicolons, encoding utf-16le; 2 rows',
    );
    expect(stderr).toContain('s: s.tsv.gz is read with columns separated by tabs; 1 rows');
    expect(stderr).not.toContain('t.csv is read');

    const rows = [
      { id: 'a', text: "Où est l'hôtel, à côté ?" },
      { id: 'b', text: 'Deux; trois' },
    ];
    expect(jsonLines('out.rehearsal', 'data', 'answers.jsonl')).toMatchObject([
      ...rows,
      ...rows,
      { id: 'c', text: 'Trois' },
      { id: 'd', text: 'Quatre' },
    ]);
    const manifest = JSON.parse(readFileSync(workspace.path('out.rehearsal', 'manifest.json'), 'utf8')) as {
      sources: { name: string }[];
    };
    const common = ['bytes', 'kind', 'name', 'path', 'rows', 'sha256'];
    expect(
      manifest.sources.map((source) => Object.keys(source).filter((key) => !common.includes(key))),
    ).toEqual([['encoding', 'separator'], ['encoding', 'separator'], ['form', 'separator'], []]);

    await succeeds('verify', 'out.rehearsal', '--rebuild', ...sources);
    await succeeds('regenerate', 'out.rehearsal', '--out', 'again');
    expect(digestTree(workspace.path('again.rehearsal'))).toEqual(
      digestTree(workspace.path('out.rehearsal')),
    );
  });
});
