import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { openPromise, type Entry } from 'yauzl';

/** Archive leftovers that are not data. */
const NOT_DATA = new Set(['__MACOSX', '.DS_Store']);

/** Whether an entry of a zip is data. */
export const isData = (name: string): boolean => !name.split('/').some((part) => NOT_DATA.has(part));

/** Unpacks a zip with a single file. @throws Error for a truncated zip, or one with another number of files */
export async function unpackOnly(file: string, to: string): Promise<void> {
  const zip = await openPromise(file, { autoClose: false });
  try {
    const entries: Entry[] = [];
    await new Promise<void>((resolve, reject) => {
      zip.on('entry', (entry: Entry) => {
        if (isData(entry.fileName) && !entry.fileName.endsWith('/')) entries.push(entry);
        zip.readEntry();
      });
      zip.once('end', () => {
        resolve();
      });
      zip.once('error', reject);
      zip.readEntry();
    });
    const [only, ...others] = entries;
    if (!only || others.length > 0) throw new Error(`a zip of ${entries.length} files instead of one`);
    await pipeline(await zip.openReadStreamPromise(only), createWriteStream(to));
  } finally {
    zip.close();
  }
}
