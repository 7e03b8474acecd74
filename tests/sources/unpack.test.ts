import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFolder } from '../../sources/unpack.js';
import { failure, freshFolder } from '../support/files.js';
import { zipOf } from '../support/zip.js';

function zipFile(content: Buffer): { file: string; cache: string } {
  const folder = freshFolder();
  const file = join(folder, 'corpus.zip');
  writeFileSync(file, content);
  return { file, cache: join(folder, 'cache') };
}

describe('a source that is a zip', () => {
  it('is what lies in it, unpacked once', async () => {
    const zip = zipOf({
      'woz-2.1/data.json': '{}',
      'woz-2.1/db/a.json': '[]',
      '__MACOSX/woz-2.1/._data.json': 'x',
    });
    const { file, cache } = zipFile(zip);
    const folder = await sourceFolder(file, cache);
    expect(readdirSync(folder).sort()).toEqual(['data.json', 'db']);
    expect(readFileSync(join(folder, 'db/a.json'), 'utf8')).toBe('[]');
    writeFileSync(join(folder, 'data.json'), 'left as it is');
    expect(await sourceFolder(file, cache)).toBe(folder);
    expect(readFileSync(join(folder, 'data.json'), 'utf8')).toBe('left as it is');
  });

  it('has everything in one folder, or not', async () => {
    const { file, cache } = zipFile(zipOf({ 'tasks.txt': 'a', 'dialogues/A.txt': 'b' }));
    expect(readdirSync(await sourceFolder(file, cache)).sort()).toEqual(['dialogues', 'tasks.txt']);
  });

  it.each([
    ['no zip', Buffer.from('{"a": 1}')],
    ['cut off', zipOf({ 'a.txt': 'x'.repeat(5000) }).subarray(0, 40)],
    ['empty', Buffer.of()],
    ['one that leads outside its folder', zipOf({ '../outside.txt': 'x' })],
  ])('is refused when it is %s, and leaves nothing behind', async (_, content) => {
    const { file, cache } = zipFile(content);
    const error = await failure(sourceFolder(file, cache));
    expect(error.code).toBe('SOURCE_NOT_A_CORPUS');
    expect(error.parts.where).toBe(file);
    expect(existsSync(cache) ? readdirSync(cache) : []).toEqual([]);
    expect(existsSync(join(cache, '..', 'outside.txt'))).toBe(false);
  });

  it('may be a folder or nothing: that is for the corpus to say', async () => {
    expect(await sourceFolder('/no/such/folder', '/no/cache')).toBe('/no/such/folder');
  });
});
