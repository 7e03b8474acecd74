import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HashedFile } from '../../outputs/hashed-file.js';
import { freshFolder } from '../support/files.js';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function written(path: string, write: (file: HashedFile) => Promise<void>) {
  const target = join(freshFolder(), 'file');
  const file = await HashedFile.create(path, target);
  await write(file);
  const entry = await file.finish();
  return { entry, bytes: readFileSync(target) };
}

describe('a file whose digest is taken while it is written', () => {
  it('has its bytes, lines and digest in its entry', async () => {
    const { entry, bytes } = await written('data/x.jsonl', async (file) => {
      await file.writeLine('{"é":1}');
      await file.writeLines(Buffer.from('{"a":2}\n{"b":3}\n'), 2);
    });
    expect(bytes.toString()).toBe('{"é":1}\n{"a":2}\n{"b":3}\n');
    expect(entry).toEqual({ path: 'data/x.jsonl', bytes: 25, lines: 3, sha256: sha256(bytes) });
  });

  it('counts lines of JSONL files only', async () => {
    const { entry } = await written('data/LICENCE.md', (file) => file.write(Buffer.from('# x\n\ny\n')));
    expect(entry).not.toHaveProperty('lines');
  });

  it('may be empty', async () => {
    const { entry, bytes } = await written('data/x.jsonl', async () => undefined);
    expect(bytes).toHaveLength(0);
    expect(entry).toEqual({ path: 'data/x.jsonl', bytes: 0, lines: 0, sha256: sha256(Buffer.alloc(0)) });
  });

  it('holds what was written in order, however large the parts are (the buffer is 1 MiB)', async () => {
    const sizes = fc.oneof(
      fc.nat(40),
      fc.integer({ min: (1 << 20) - 2, max: (1 << 20) + 2 }),
      fc.nat(3 << 20),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(sizes, { maxLength: 3 }), { maxLength: 4 }), async (lines) => {
        let letter = 0;
        const parts = lines.map((line) => line.map((size) => Buffer.alloc(size, 97 + (letter++ % 26))));
        const expected = Buffer.concat(parts.flat());
        const { entry, bytes } = await written('data/x.jsonl', async (file) => {
          for (const line of parts) await file.writeLines(Buffer.concat(line), line.length);
        });
        expect(bytes.equals(expected)).toBe(true);
        expect(entry).toEqual({
          path: 'data/x.jsonl',
          bytes: expected.length,
          lines: parts.flat().length,
          sha256: sha256(expected),
        });
      }),
      { numRuns: 30 },
    );
  });

  it('takes the place of no file that is there', async () => {
    const target = join(freshFolder(), 'file');
    writeFileSync(target, 'mine');
    await expect(HashedFile.create('x', target)).rejects.toMatchObject({ code: 'EEXIST' });
    expect(readFileSync(target, 'utf8')).toBe('mine');
  });

  it('can be left unfinished', async () => {
    const target = join(freshFolder(), 'file');
    const file = await HashedFile.create('x', target);
    await file.writeLine('x'.repeat(2 << 20));
    await file.abandon();
    await file.abandon();
    expect(existsSync(target)).toBe(true);
  });
});
