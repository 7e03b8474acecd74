import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openAiFunctions } from '../../../outputs/tooltalk/openai-functions.js';
import { PythonFloat, pythonIndented } from '../../../outputs/tooltalk/python-indented.js';
import { writeToolTalkFiles } from '../../../outputs/tooltalk/write-files.js';
import { readToolTalkFolder } from '../../../sources/tooltalk/read-folder.js';
import { describeShared, sharedPath } from '../../support/shared.js';

const data = sharedPath('data', 'tooltalk');
let out = '';
beforeEach(async () => {
  out = await mkdtemp(join(tmpdir(), 'tooltalk-'));
});
afterEach(() => rm(out, { recursive: true }));

describeShared('the published folder, read and written', () => {
  it('has the same bytes in all conversations, databases and tool documents', async () => {
    const files = await writeToolTalkFiles(out, await readToolTalkFolder(data));
    expect(files).toHaveLength(63);
    for (const { path } of files)
      expect(await readFile(join(out, path), 'utf8'), path).toBe(await readFile(join(data, path), 'utf8'));
    expect(await readdir(join(out, 'easy'))).toHaveLength(19);
  });

  it('has `required` in the parameters of OpenAI functions where that is asked for', async () => {
    const { documents } = await readToolTalkFolder(data);
    if (documents === undefined) throw new Error('no tools.json');
    const alarm = openAiFunctions(documents, 'in parameters').find(({ name }) => name === 'AddAlarm');
    expect(alarm).toMatchObject({ parameters: { type: 'object', required: ['time'] } });
    expect(alarm).not.toHaveProperty('required');
  });
});

it('writes numbers and texts as Python does', () => {
  const value = {
    avg_rainfall: 3,
    high: 70,
    small: 0.00001,
    next: 0.0001,
    big: new PythonFloat(1e16),
    ä: '😀\u007f"',
    none: [],
    no: {},
  };
  expect(pythonIndented(value)).toBe(
    `{
    "avg_rainfall": 3.0,
    "high": 70,
    "small": 1e-05,
    "next": 0.0001,
    "big": 1e+16,
    "\\u00e4": "\\ud83d\\ude00\u007f\\"",
    "none": [],
    "no": {}
}`,
  );
});

it('refuses a file name that leaves its folder', async () => {
  const conversation = {} as never;
  const write = (...names: string[]) =>
    writeToolTalkFiles(out, {
      conversations: names.map((file) => ({ set: 'easy', file, conversation })),
      databases: new Map(),
    });
  await expect(write('../a.json')).rejects.toMatchObject({ code: 'ITEM_UNFIT' });
  await expect(write('a.json', 'a.json')).rejects.toMatchObject({ code: 'ITEM_UNFIT' });
});
