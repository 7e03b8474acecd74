import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { isGzip } from '../core/byte-texts.js';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import { unreadable } from './json-array-index.js';

/** V8's strings cannot be longer. */
const MAX_BYTES = 500_000_000;

/** A file's bytes as they are on disk, and its content; the same unless it is packed with gzip. */
export interface UnpackedFile {
  readonly packed: Buffer;
  readonly bytes: Buffer;
}

/** Reads a whole file, unpacked if it is gzip, whatever its name. @throws SOURCE_NOT_FOUND, SOURCE_UNREADABLE */
export async function readUnpacked(file: string): Promise<UnpackedFile> {
  let packed: Buffer;
  try {
    packed = await readFile(file);
  } catch (error) {
    throw unreadable(error, file);
  }
  return { packed, bytes: isGzip(packed) ? gunzip(packed, file) : packed };
}

/** @throws SOURCE_UNREADABLE for a gzip file that is truncated, damaged or too long */
export function gunzip(packed: Uint8Array, where: string, most = MAX_BYTES): Buffer {
  try {
    return gunzipSync(packed, { maxOutputLength: most });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const long = code === 'ERR_BUFFER_TOO_LARGE';
    throw new BenchwrightError('SOURCE_UNREADABLE', {
      expected: `a complete gzip file of at most ${Math.round(most / 1e6)} MB unpacked`,
      found: long
        ? 'a gzip file with more in it'
        : `a gzip file that cannot be unpacked: ${error instanceof Error ? error.message : String(error)}`,
      where,
      next: long ? 'Split the file.' : 'Copy or download the file again.',
    });
  }
}
