import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import { unreadable } from './json-array-index.js';

/** Archive leftovers that are not data. */
const NOT_DATA = new Set(['__MACOSX', '.DS_Store']);

/**
 * Resolves a source path: itself, or the content of a zip. A zip is unpacked once, into a folder named by its digest,
 * so that a resumed run finds it.
 * @param cache where zips are unpacked
 * @throws SOURCE_UNREADABLE, SOURCE_NOT_A_CORPUS for an incomplete zip
 */
export async function sourceFolder(path: string, cache: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) return path;
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  } catch (error) {
    throw unreadable(error, path);
  }
  const folder = join(cache, hash.digest('hex').slice(0, 16));
  if ((await stat(folder).catch(() => undefined)) === undefined) await unpackZip(path, folder);
  return innermost(folder);
}

/**
 * Unpacks a zip into a new folder, atomically.
 * @throws SOURCE_NOT_A_CORPUS for an incomplete zip, or one that would write outside the folder
 */
export async function unpackZip(file: string, folder: string): Promise<void> {
  const part = `${folder}.part-${process.pid}`;
  await rm(part, { recursive: true, force: true });
  try {
    const zip = await openPromise(file, { autoClose: false });
    try {
      await mkdir(part, { recursive: true });
      await eachEntry(zip, (entry) => unpackEntry(zip, entry, part));
    } finally {
      zip.close();
    }
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw new BenchwrightError('SOURCE_NOT_A_CORPUS', {
      expected: 'a folder, or a complete zip of one',
      found: error instanceof Error ? error.message : String(error),
      where: file,
      next: 'Download the file again, or unpack it and give the folder.',
    });
  }
  await rename(part, folder).catch(async (error: unknown) => {
    await rm(part, { recursive: true, force: true });
    // Another process was first, with the same content.
    if ((await stat(folder).catch(() => undefined)) === undefined) throw error;
  });
}

function eachEntry(zip: ZipFile, use: (entry: Entry) => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      use(entry).then(() => zip.readEntry(), reject);
    });
    zip.once('end', resolve);
    zip.once('error', reject);
    zip.readEntry();
  });
}

/** yauzl itself refuses names that lead outside. */
async function unpackEntry(zip: ZipFile, entry: Entry, folder: string): Promise<void> {
  const to = join(folder, entry.fileName);
  if (entry.fileName.split('/').some((name) => NOT_DATA.has(name))) return;
  if (entry.fileName.endsWith('/')) {
    await mkdir(to, { recursive: true });
    return;
  }
  await mkdir(dirname(to), { recursive: true });
  await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(to));
}

/** The folder with the files: repository archives hold a single top folder. */
export async function innermost(folder: string): Promise<string> {
  const [only, ...others] = await readdir(folder, { withFileTypes: true });
  return only?.isDirectory() === true && others.length === 0 ? innermost(join(folder, only.name)) : folder;
}
