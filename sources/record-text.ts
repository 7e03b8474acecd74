import { isUtf8 } from 'node:buffer';
import { RecordFault } from './record-fault.js';

/**
 * Decodes a record.
 * @param latin1 for corpora with ISO 8859-1 files: records that are not UTF-8 are decoded as that
 * @throws RecordFault for bytes invalid in these encodings
 */
export function decodeText(bytes: Uint8Array, latin1: boolean): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isUtf8(buffer)) return buffer.toString('utf8');
  if (latin1) return buffer.toString('latin1');
  throw new RecordFault(
    'not UTF-8',
    `byte ${firstBad(buffer)} of the record is part of no UTF-8 character: the file is in another encoding`,
  );
}

/** Offset of the first invalid byte. */
function firstBad(buffer: Buffer): number {
  let [good, bad] = [0, buffer.length];
  // A prefix may end inside a character of up to four bytes.
  const holds = (length: number): boolean =>
    [0, 1, 2, 3].some((less) => length >= less && isUtf8(buffer.subarray(0, length - less)));
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (holds(middle)) good = middle;
    else bad = middle;
  }
  while (good > 0 && !isUtf8(buffer.subarray(0, good))) good--;
  return good;
}
