import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { isGzip } from '../core/byte-texts.js';

/** Opens a file that may be packed with gzip, whatever its name, as its unpacked bytes. @throws errors of reading */
export async function openUnpacked(file: string): Promise<Readable> {
  const handle = await open(file);
  const head = Buffer.alloc(2);
  try {
    await handle.read(head, 0, 2, 0);
  } finally {
    await handle.close();
  }
  const bytes = createReadStream(file);
  if (!isGzip(head)) return bytes;
  return pipeline(bytes, createGunzip(), () => undefined);
}
