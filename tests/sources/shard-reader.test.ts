import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { indexJsonArray } from '../../sources/json-array-index.js';
import { readShardRecords } from '../../sources/shard-reader.js';
import { failure, freshFolder } from '../support/files.js';

async function shard(): Promise<{ file: string; index: Awaited<ReturnType<typeof indexJsonArray>> }> {
  const file = join(freshFolder(), 'shard.json');
  writeFileSync(file, '[\n{"é": 0},\n{"b": 1}\n,{"c": "😀"}]');
  return { file, index: await indexJsonArray(file, 'shard.json') };
}

const textsOf = async (
  ...[file, shown, index, from, to]: Parameters<typeof readShardRecords>
): Promise<string[]> => (await readShardRecords(file, shown, index, from, to)).map(String);

describe('reading records of a shard', () => {
  it('gives the texts of a stretch: the first included, the last not', async () => {
    const { file, index } = await shard();
    expect(await textsOf(file, 'shard.json', index, 0, 3)).toEqual(['{"é": 0}', '{"b": 1}', '{"c": "😀"}']);
    expect(await textsOf(file, 'shard.json', index, 1, 2)).toEqual(['{"b": 1}']);
    expect(await textsOf(file, 'shard.json', index, 2, 3)).toEqual(['{"c": "😀"}']);
  });

  it('of an empty stretch reads nothing, not even the file', async () => {
    const { index } = await shard();
    expect(await readShardRecords('/no/such/file', 'shard.json', index, 2, 2)).toEqual([]);
  });

  it('says so when the file has become shorter', async () => {
    const { file, index } = await shard();
    writeFileSync(file, '[\n{"é": 0},\n{"b"');
    const error = await failure(readShardRecords(file, 'shard.json', index, 0, 2));
    expect(error.code).toBe('SOURCE_UNREADABLE');
    expect(error.parts).toMatchObject({
      where: 'shard.json',
      found: expect.stringMatching(/shorter than at the start of the run: 17 of 21 bytes/) as string,
    });
  });

  it('says so when the file is gone', async () => {
    const { index } = await shard();
    expect((await failure(readShardRecords('/no/such/file', 'shard.json', index, 0, 1))).code).toBe(
      'SOURCE_UNREADABLE',
    );
  });
});
