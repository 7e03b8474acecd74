import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { beginExport, writeFailure } from '../../outputs/export-folder.js';
import { failure, folderWith, freshFolder } from '../support/files.js';

/** The id of a process that has ended. */
const endedProcess = (): number => spawnSync(process.execPath, ['-e', '']).pid;

describe('the folder of an export', () => {
  it('appears in its place only when it is published, whole', async () => {
    const out = join(freshFolder(), 'deep', 'er', 'out');
    const folder = await beginExport(out);
    writeFileSync(join(folder.path, 'manifest.json'), 'M');
    expect(existsSync(out)).toBe(false);
    await folder.publish('M');
    expect(readFileSync(join(out, 'manifest.json'), 'utf8')).toBe('M');
    expect(readdirSync(join(out, '..'))).toEqual(['out']);
  });

  it('takes the place of an empty folder', async () => {
    const out = join(freshFolder(), 'out');
    mkdirSync(out);
    const folder = await beginExport(out);
    writeFileSync(join(folder.path, 'manifest.json'), 'M');
    await folder.publish('M');
    expect(readdirSync(out)).toEqual(['manifest.json']);
  });

  it('gives way to an export with the same manifest', async () => {
    const root = folderWith({ 'out/manifest.json': 'M', 'out/run/events.jsonl': 'the first' });
    const folder = await beginExport(join(root, 'out'));
    writeFileSync(join(folder.path, 'manifest.json'), 'M');
    await folder.publish('M');
    expect(readFileSync(join(root, 'out/run/events.jsonl'), 'utf8')).toBe('the first');
    expect(readdirSync(root)).toEqual(['out']);
  });

  it.each([
    ['another export', { 'out/manifest.json': 'N' }],
    ['something else', { 'out/mine.txt': 'x' }],
    ['a file', { out: 'x' }],
  ])('never takes the place of %s', async (_, files) => {
    const root = folderWith(files);
    const folder = await beginExport(join(root, 'out'));
    const error = await failure(folder.publish('M'));
    expect([error.code, error.parts.where]).toEqual(['OUTPUT_EXISTS', join(root, 'out')]);
    for (const [path, text] of Object.entries(files))
      expect(readFileSync(join(root, path), 'utf8')).toBe(text);
  });

  it('removes what killed processes left, and not what another export writes', async () => {
    const root = folderWith({
      [`.out.partial-${endedProcess()}-0/data/x`]: '',
      [`.other.partial-${endedProcess()}-0/data/x`]: '',
    });
    const out = join(root, 'out');
    const first = await beginExport(out);
    const second = await beginExport(out);
    expect(existsSync(first.path)).toBe(true);
    await first.abandon();
    await second.abandon();
    expect(readdirSync(root)).toEqual([expect.stringMatching(/^\.other\.partial-/)]);
  });

  it('cannot be made below a file', async () => {
    const root = folderWith({ file: 'x' });
    expect((await failure(beginExport(join(root, 'file', 'out')))).code).toBe('OUTPUT_UNWRITABLE');
  });
});

describe('a failure to write', () => {
  it.each([
    ['ENOSPC', 'DISK_FULL'],
    ['EDQUOT', 'DISK_FULL'],
    ['EACCES', 'OUTPUT_UNWRITABLE'],
    ['EROFS', 'OUTPUT_UNWRITABLE'],
  ])('%s is %s', (code, expected) => {
    const error = writeFailure(Object.assign(new Error('no'), { code }), '/out');
    expect(BenchwrightError.is(error) && [error.code, error.parts.where]).toEqual([expected, '/out']);
  });

  it('of another kind stays what it is', () => {
    const error = new Error('x');
    expect(writeFailure(error, '/out')).toBe(error);
  });
});
