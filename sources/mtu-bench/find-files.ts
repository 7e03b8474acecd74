import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { byText } from '../../core/ids.js';
import { unpackedName } from '../file-kind.js';
import { CELLS } from '../../core/mtu-bench/item.js';

/** File names as published: `S-S_eval.jsonl`, `OOD_eval.half.jsonl`; or packed with gzip. */
const PUBLISHED = new RegExp(`^(${CELLS.join('|')})_.*\\.jsonl(\\.gz)?$`);

/** The name of a published file, under which it is corrected. */
export const publishedName = (file: string): string => unpackedName(basename(file));

/**
 * The published files at a path: itself, or a folder's files with MTU-Bench's names (`S-S_….jsonl`), sorted.
 * @throws SOURCE_NOT_FOUND, SOURCE_NOT_A_CORPUS
 */
export async function findPublishedFiles(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined)
    throw new BenchwrightError('SOURCE_NOT_FOUND', {
      expected: 'a published file of MTU-Bench, or a folder of them',
      found: 'no such path',
      where: path,
      next: 'Check the path.',
    });
  if (!found.isDirectory()) return [path];
  const names = (await readdir(path)).sort(byText);
  const files = names.filter((name) => PUBLISHED.test(basename(name)));
  if (files.length > 0) return files.map((name) => join(path, name));
  throw new BenchwrightError('SOURCE_NOT_A_CORPUS', {
    expected: `files such as ${CELLS.map((cell) => `${cell}_eval.jsonl`).join(', ')}`,
    found: names.length === 0 ? 'an empty folder' : names.slice(0, 6).join(', '),
    where: path,
    next: 'Give their folder, or one file: --source NAME=FILE.jsonl.',
  });
}
