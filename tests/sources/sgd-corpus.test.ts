import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSgd } from '../../sources/sgd/corpus.js';
import { failure, folderWith } from '../support/files.js';
import { describeShared, sharedPath } from '../support/shared.js';

const slot = { name: 'city', description: 'City', is_categorical: true, possible_values: ['York'] };
const intent = {
  name: 'FindInn',
  description: 'Find an inn',
  is_transactional: false,
  required_slots: ['city'],
  optional_slots: { stars: 'dontcare' },
  result_slots: ['city'],
};
const service = { service_name: 'Inns_1', description: 'Inns', slots: [slot], intents: [intent] };

describe('an SGD folder', () => {
  it('has splits with a schema and shards each, in order of name', async () => {
    const root = folderWith({
      'train/schema.json': [service],
      'train/dialogues_010.json': [],
      'train/dialogues_002.json': [],
      'train/notes.txt': '',
      'train/dialogues_all.json': [],
      'dev/schema.json': [service],
      'dev/dialogues_001.json': [],
      'docs/readme.txt': '',
      LICENSE: '',
    });
    const layout = await openSgd(root);
    expect(layout.shards).toEqual([
      { path: 'dev/dialogues_001.json', split: 'dev' },
      { path: 'train/dialogues_002.json', split: 'train' },
      { path: 'train/dialogues_010.json', split: 'train' },
    ]);
    expect(layout.schemas.map(({ path, split }) => [path, split])).toEqual([
      ['dev/schema.json', 'dev'],
      ['train/schema.json', 'train'],
    ]);
    const bytes = readFileSync(join(root, 'dev/schema.json'));
    expect(layout.schemas[0]).toMatchObject({
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      services: [
        {
          name: 'Inns_1',
          description: 'Inns',
          slots: [{ name: 'city', description: 'City', categorical: true, values: ['York'] }],
          intents: [
            {
              name: 'FindInn',
              description: 'Find an inn',
              transactional: false,
              required: ['city'],
              optional: { stars: 'dontcare' },
              results: ['city'],
            },
          ],
        },
      ],
    });
  });

  it('may be one split folder, which gives the split its name', async () => {
    const root = folderWith({ 'corpus/dev/schema.json': [service], 'corpus/dev/dialogues_001.json': [] });
    const { schemas, shards } = await openSgd(join(root, 'corpus/dev'));
    expect(shards).toEqual([{ path: 'dialogues_001.json', split: 'dev' }]);
    expect(schemas).toMatchObject([{ path: 'schema.json', split: 'dev' }]);
  });

  it('carries the licence of SGD, which is share-alike', async () => {
    const root = folderWith({ 'dev/schema.json': [service], 'dev/dialogues_001.json': [] });
    const { licence, attribution } = await openSgd(root);
    expect(licence).toBe('CC-BY-SA-4.0');
    expect(attribution).toMatch(/^Schema-Guided Dialogue .*Rastogi et al\., Google$/);
  });

  it('carries the terms of source.json where there is one', async () => {
    const terms = { licence: 'Apache-2.0', attribution: 'somebody' };
    const root = folderWith({
      'dev/schema.json': [service],
      'dev/dialogues_001.json': [],
      'source.json': terms,
    });
    expect(await openSgd(root)).toMatchObject(terms);
  });
});

describe('a folder that is no SGD corpus is refused', () => {
  it.each([
    [
      { 'dialogues/x.txt': '', 'tasks.txt': '' },
      '',
      'no schema.json in it or in a folder below it (it holds: dialogues, tasks.txt)',
    ],
    [{ 'empty/x/y': '' }, 'empty/x', 'no schema.json in it or in a folder below it (it holds: y)'],
    [{ 'dev/schema.json': [service] }, '', 'schema.json, but no dialogues_*.json beside it'],
    [
      { 'schema.json': [service], 'train/dialogues_001.json': [] },
      '',
      'schema.json, but no dialogues_*.json beside it',
    ],
    [{ 'dev/schema.json': [service] }, 'dev/schema.json', 'a file'],
  ])('%j, given %j', async (files, given, found) => {
    const error = await failure(openSgd(join(folderWith(files), given)));
    expect([error.code, error.parts.found]).toEqual(['SOURCE_NOT_A_CORPUS', found]);
    expect(error.parts.next).toMatch(/^Give the folder that holds train\/, dev\/ or test\//);
  });

  it('when it is not there', async () => {
    const error = await failure(openSgd('/no/such/folder'));
    expect(error.code).toBe('SOURCE_NOT_FOUND');
    expect(error.parts.where).toBe('/no/such/folder');
  });

  it.each([
    [
      'no result slots, as in MultiWOZ 2.2',
      [{ ...service, intents: [{ ...intent, result_slots: undefined }] }],
      '0.intents.0.result_slots',
    ],
    ['no services at all', { services: [] }, 'file'],
    [
      'an optional slot without its default',
      [{ ...service, intents: [{ ...intent, optional_slots: ['stars'] }] }],
      '0.intents.0.optional_slots',
    ],
  ])('when its schema has %s', async (_, schema, field) => {
    const root = folderWith({ 'dev/schema.json': schema, 'dev/dialogues_001.json': [] });
    const error = await failure(openSgd(root));
    expect(error.code).toBe('SCHEMA_INVALID');
    expect(error.parts.found.split(': ')[0]).toBe(field);
    expect(error.parts.where).toBe(join(root, 'dev/schema.json'));
  });

  it('when its schema is no JSON', async () => {
    const root = folderWith({ 'dev/schema.json': '[{', 'dev/dialogues_001.json': [] });
    expect((await failure(openSgd(root))).code).toBe('SCHEMA_INVALID');
  });

  it.each([
    ['no JSON', '{'],
    ['an empty licence', { licence: '', attribution: 'x' }],
    ['another key', { licence: 'x', attribution: 'x', year: 1 }],
  ])('when its source.json has %s', async (_, terms) => {
    const root = folderWith({
      'dev/schema.json': [service],
      'dev/dialogues_001.json': [],
      'source.json': terms,
    });
    const error = await failure(openSgd(root));
    expect([error.code, error.parts.where]).toEqual(['SCHEMA_INVALID', join(root, 'source.json')]);
  });
});

describeShared('the shared slices', () => {
  it('SGD: 26 services in train, 17 in dev (formats/sources.md 1.1), five shards', async () => {
    const { schemas, shards } = await openSgd(sharedPath('data', 'sgd'));
    const counts = schemas.map(({ split, services }) => {
      const intents = services.flatMap((one) => one.intents);
      return [split, services.length, intents.length, intents.filter((one) => one.transactional).length];
    });
    expect(counts).toEqual([
      ['dev', 17, 30, 13],
      ['train', 26, 53, 24],
    ]);
    expect(shards.map(({ path }) => path)).toEqual([
      'dev/dialogues_005.json',
      'dev/dialogues_010.json',
      'train/dialogues_043.json',
      'train/dialogues_064.json',
      'train/dialogues_110.json',
    ]);
  });

  it.each(['multiwoz', 'multiwoz/2.1', 'multiwoz/2.2', 'sgd_x', 'taskmaster', 'metalwoz', 'mtu-bench'])(
    '%s is not taken for SGD',
    async (name) => {
      const error = await failure(openSgd(sharedPath('data', name)));
      expect(['SOURCE_NOT_A_CORPUS', 'SCHEMA_INVALID']).toContain(error.code);
    },
  );
});
