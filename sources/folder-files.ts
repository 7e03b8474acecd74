import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import { byText } from '../core/ids.js';
import type { HashedSourceFile } from './corpus.js';
import { unreadable } from './json-array-index.js';

/** What a person is told who gave another folder. */
export interface ExpectedFolder {
  readonly expected: string;
  readonly next: string;
}

/** How deep the corpora's own repositories nest their files. */
const DEEPEST = 3;

/**
 * The files of a folder and of those in it, by their paths inside it with `/`, in order of path. Hidden ones are left out.
 * @throws SOURCE_NOT_FOUND, SOURCE_NOT_A_CORPUS for a file, SOURCE_UNREADABLE
 */
export async function filesBelow(root: string, folder: ExpectedFolder): Promise<string[]> {
  try {
    if ((await stat(root)).isDirectory()) return (await below(root, '', DEEPEST)).sort(byText);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw unreadable(error, root);
    throw new BenchwrightError('SOURCE_NOT_FOUND', {
      expected: folder.expected,
      found: 'nothing at this path',
      where: root,
      next: folder.next,
    });
  }
  throw notThisCorpus(root, 'a file', folder);
}

async function below(root: string, inside: string, depth: number): Promise<string[]> {
  const entries = await readdir(join(root, inside), { withFileTypes: true });
  const found = await Promise.all(
    entries
      .filter(({ name }) => !name.startsWith('.'))
      .map(async (entry) => {
        const path = `${inside}${entry.name}`;
        if (!entry.isDirectory()) return [path];
        return depth > 1 ? below(root, `${path}/`, depth - 1) : [];
      }),
  );
  return found.flat();
}

/** The error for a folder that is not the corpus it should be. @param found in words, what it is instead */
export const notThisCorpus = (
  where: string,
  found: string,
  { expected, next }: ExpectedFolder,
): BenchwrightError => new BenchwrightError('SOURCE_NOT_A_CORPUS', { expected, found, where, next });

/** "(it holds: a, b)": the first few files, for a person who gave the wrong folder. */
export const holding = (files: readonly string[]): string =>
  `(it holds: ${files.slice(0, 6).join(', ') || 'nothing'})`;

/** A small file as it is frozen with a run, and its text. @throws SOURCE_UNREADABLE */
export async function readHashed(
  root: string,
  path: string,
): Promise<{ readonly file: HashedSourceFile; readonly bytes: Buffer }> {
  try {
    const bytes = await readFile(join(root, path));
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { file: { path, bytes: bytes.length, sha256 }, bytes };
  } catch (error) {
    throw unreadable(error, join(root, path));
  }
}
