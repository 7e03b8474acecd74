import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import type { HashedSourceFile } from './corpus.js';
import { unreadable } from './json-array-index.js';

/** What a source folder should be, for the errors that say that it is not. */
export interface ExpectedFolder {
  /** Such as "the SGD corpus". */
  readonly what: string;
  readonly next: string;
}

/**
 * The names in a folder.
 * @throws SOURCE_NOT_FOUND, SOURCE_UNREADABLE, SOURCE_NOT_A_CORPUS for a file
 */
export async function listFolder(folder: string, { what, next }: ExpectedFolder): Promise<Set<string>> {
  try {
    if ((await stat(folder)).isDirectory()) return new Set(await readdir(folder));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw unreadable(error, folder);
    throw new BenchwrightError('SOURCE_NOT_FOUND', {
      expected: `a folder with ${what}`,
      found: 'nothing at this path',
      where: folder,
      next,
    });
  }
  throw new BenchwrightError('SOURCE_NOT_A_CORPUS', {
    expected: `a folder with ${what}`,
    found: 'a file',
    where: folder,
    next,
  });
}

/** A file of a folder with its digest. @throws SOURCE_UNREADABLE */
export async function hashedFile(root: string, path: string): Promise<HashedSourceFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(join(root, path), { highWaterMark: 1 << 20 })) {
      hash.update(chunk as Buffer);
      bytes += (chunk as Buffer).length;
    }
  } catch (error) {
    throw unreadable(error, join(root, path));
  }
  return { path, bytes, sha256: hash.digest('hex') };
}
