import { join } from 'node:path';
import { expect, it } from 'vitest';
import { factsText } from '../../core/facts.js';
import { redactor } from '../../core/redact.js';
import { parseFacts, readFacts } from '../../sources/facts.js';
import { folderWith } from '../support/files.js';

const TOOLS = ['Catalogue', 'Loans'];
const reading = (name: string, text: string, secrets: readonly string[] = []) => {
  const folder = folderWith({ [name]: text });
  return readFacts(join(folder, name), TOOLS, redactor(secrets));
};

it('reads the long and the short form of lines, and writes what it reads again', async () => {
  const { facts } = await reading(
    'facts.jsonl',
    [
      '{"tool":["Catalogue","Loans"],"api":"Catalogue.get_book","fact":{"id":"b-1","title":"Low Tide"}}',
      '',
      '{"tool":"Loans","loan":7,"__proto__":"kept"}',
      '{"town":"Lyon"}',
    ].join('\n'),
  );
  expect(facts.map(({ tools, api }) => [tools, api])).toEqual([
    [TOOLS, 'Catalogue.get_book'],
    [['Loans'], undefined],
    [[], undefined],
  ]);
  expect(Object.entries(facts[1]?.fact ?? {})).toEqual([
    ['loan', 7],
    ['__proto__', 'kept'],
  ]);
  expect(parseFacts(factsText(facts), 'facts')).toEqual(facts);
  expect(factsText(facts).split('\n')[1]).toBe('{"tool":"Loans","fact":{"loan":7,"__proto__":"kept"}}');
});

it('reads a table, whose cells stay texts', async () => {
  const { facts } = await reading('facts.csv', 'tool,id,title\nCatalogue Loans,007,Low Tide\n,,Salt\n');
  expect(facts).toEqual([
    { tools: TOOLS, fact: { id: '007', title: 'Low Tide' } },
    { tools: [], fact: { title: 'Salt' } },
  ]);
});

it('leaves out secrets, and reports which fields had them; facts of other tools are reported, too', async () => {
  const { facts, hidden, ofOthers } = await reading(
    'facts.jsonl',
    [
      '{"id":"b-1","apiKey":"x","user":{"name":"Ada","password":"y"},"at":[[1,2],["key-1234567",3]],"note":"sent with key-1234567"}',
      '{"tool":"Admin","id":3}',
    ].join('\n'),
    ['key-1234567'],
  );
  expect(facts).toEqual([{ tools: [], fact: { id: 'b-1', user: { name: 'Ada' }, at: [[1, 2], [3]] } }]);
  expect(hidden).toEqual(['apiKey', 'at', 'note', 'password']);
  expect(ofOthers).toMatchObject([{ tool: 'Admin', where: expect.stringContaining('line 2') as string }]);
});

it.each([
  ['facts.jsonl', '{"id":1}\n{"id":', 'line 2', 'no JSON'],
  ['facts.jsonl', '[1]', 'line 1', '[1]'],
  ['facts.jsonl', '{"id":1}\n\n{"tool":5,"id":1}', 'line 3', 'tool: '],
  ['facts.jsonl', '{"fact":{"id":1},"more":2}', 'line 1', 'more'],
  ['facts.jsonl', `{"text":"${'long '.repeat(50)}"}`, 'line 1', 'none that may be shown'],
  ['facts.jsonl', '\n', 'facts.jsonl', 'none'],
  ['facts.jsonl', '{"tool":"Catalog","id":1}', 'line 1', 'Catalog'],
  ['facts.csv', 'id,id\n1,2', 'line 1', 'id twice'],
])('refuses a file with its place: %s %j', async (name, text, where, found) => {
  await expect(reading(name, text)).rejects.toMatchObject({
    code: 'SOURCE_UNREADABLE',
    parts: {
      where: expect.stringContaining(where) as string,
      found: expect.stringContaining(found) as string,
    },
  });
});
