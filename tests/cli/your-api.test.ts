import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Workspace } from '../support/cli-workspace.js';

const workspace = new Workspace();
afterAll(() => workspace.dispose());

const EXAMPLES = fileURLToPath(new URL('../../examples/tools', import.meta.url));
const PAGE = readFileSync(new URL('../../docs/your-api.md', import.meta.url), 'utf8');
// The example needs its packages, which only lie beside the repository's own copy.
const READING_LIST = `mcp:'${process.execPath}' '${EXAMPLES}/reading-list.mjs'`;

beforeAll(() => cpSync(EXAMPLES, workspace.root, { recursive: true }));

/** The words of a command of the page. */
function typedOnPage(start: string): string[] {
  const line = PAGE.split('\n').find((one) => one.startsWith(`$ npx benchwright ${start}`));
  if (line === undefined) throw new Error(`the page has no ${start}`);
  const words = line.slice('$ npx benchwright '.length).match(/'[^']*'|\S+/g) ?? [];
  return words.map((word) => (word === "'mcp:node reading-list.mjs'" ? READING_LIST : word));
}

/** What the page shows below a command, without what it leaves out. */
function shownOnPage(start: string): string[] {
  const [, after = ''] = PAGE.split(`$ npx benchwright ${start}`);
  const [block = ''] = after.split('```');
  const [, ...lines] = block.split(/\n\$ /)[0]?.split('\n') ?? [];
  return lines.filter((line) => line !== '' && line !== '…');
}

const ENV = { OPENAI_API_KEY: 'test-key', LIBRARY_AUTHORIZATION: 'Bearer demo' };

it.each([
  ['the check of the OpenAPI file', 'tools check library.openapi.yaml'],
  ['the rehearsal', 'run t-eval --tools library.openapi.yaml --queries 12 --rehearse'],
  ['the plan, with what is really called', 'plan t-eval'],
  ['the check of the MCP server', "tools check 'mcp:node"],
])('%s prints what docs/your-api.md shows', async (_what, start) => {
  const result = await workspace.benchwright(typedOnPage(start), { env: ENV });
  expect(result.code, result.stderr).toBe(0);
  const shown = shownOnPage(start);
  expect(shown).not.toStrictEqual([]);
  expect(`${result.stderr}${result.stdout}`.split('\n')).toEqual(expect.arrayContaining(shown));
});

it('rehearses the MCP server without calling it', async () => {
  const words = ['run', 't-eval', '--tools', READING_LIST, '--rehearse', '--queries', '4'];
  const result = await workspace.benchwright([...words, '--out', 'reading']);
  expect(result.code, result.stderr).toBe(0);
  expect(result.stderr).toContain('rehearsal: none of 3 APIs is really called');
  const { counts } = JSON.parse(
    readFileSync(workspace.path('reading.rehearsal', 'manifest.json'), 'utf8'),
  ) as { counts: { calls: number; observedBy: Record<string, number> } };
  expect(counts.calls).toBeGreaterThan(0);
  expect(counts.observedBy).not.toHaveProperty('mcp');
});

it('has an example configuration that is accepted, with a model for each role', async () => {
  const result = await workspace.benchwright(['models', 'list'], { env: ENV });
  expect(result.code, result.stderr).toBe(0);
  expect(result.stdout.match(/^\w+/gm)).toStrictEqual([
    'generator',
    'refiner',
    'planner',
    'reviewer',
    'simulator',
  ]);
});

it('puts kept documents of two libraries into one file, as the page does', async () => {
  for (const [from, to] of [
    ['library.openapi.yaml', 'library.json'],
    [READING_LIST, 'reading-list.json'],
  ] as const) {
    const { stdout } = await workspace.benchwright(['tools', 'show', from, '--json']);
    writeFileSync(workspace.path(to), stdout);
  }
  const script = /\$ node -e "(.*)" > both\.json/.exec(PAGE)?.[1] ?? '';
  const both = spawnSync(process.execPath, ['-e', script], { cwd: workspace.root, encoding: 'utf8' });
  writeFileSync(workspace.path('both.json'), both.stdout);
  const plan = await workspace.benchwright(['plan', 't-eval', '--tools', 'both.json'], { env: ENV });
  expect(plan.code, plan.stderr).toBe(0);
  expect(plan.stderr.split('\n').slice(0, 2)).toStrictEqual([
    'really called: Catalogue.list_books, Catalogue.get_book, Loans.lend_book, ReadingList.add_entry, ReadingList.list_entries, ReadingList.finish_entry',
    'simulated: Loans.return_book',
  ]);
});

it.each([
  [
    'a host that is not allowed',
    'https://api.example/v1',
    'really called: none of 1 API',
    'GET at api.example',
  ],
  [
    'plain http to another machine',
    'http://api.example',
    'really called: none of 1 API',
    'GET at api.example (http, which is called on this machine only)',
  ],
])('says before anything is paid what cannot be called: %s', async (_what, server, none, hint) => {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: server }],
    paths: { '/wares': { get: { operationId: 'wares', responses: { 200: { description: 'Wares' } } } } },
  };
  writeFileSync(workspace.path('shop.json'), JSON.stringify(document));
  const { stderr } = await workspace.benchwright(['plan', 't-eval', '--tools', 'shop.json'], { env: ENV });
  expect(stderr).toContain(`${none}\n  \`tools\` of the configuration does not allow ${hint}\n`);
});

it('refuses a second set of tools', async () => {
  const tools = ['--tools', 'library.openapi.yaml', '--tools', 'both.json'];
  const { code, stderr } = await workspace.benchwright(['run', 't-eval', ...tools, '--rehearse']);
  expect(code).toBe(2);
  expect(stderr).toContain('One set of tools a run');
});

it('names the line that says why an MCP server does not start', async () => {
  const { code, stderr } = await workspace.benchwright(['tools', 'check', 'mcp:node nowhere.mjs']);
  expect(code).toBe(2);
  expect(workspace.shown(stderr)).toContain(
    "the server ended; its stderr says: Error: Cannot find module '<tmp>/nowhere.mjs'",
  );
});
