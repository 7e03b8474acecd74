import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Fast settings for texts of a few kilobytes: level 1, an 8 KB window, little memory to allocate per text. */
const FAST = { level: 1, windowBits: 13, memLevel: 6 };

/**
 * Compresses a text for a blob column. Runs in the calling thread, because passing a text of this size to another
 * thread costs three times as much as compressing it (docs/decisions.md, D30).
 */
export const packText = (text: string): Uint8Array => deflateRawSync(text, FAST);

/** Decompresses the text of a blob column. */
export const unpackText = (body: Uint8Array): string => inflateRawSync(body).toString('utf8');

/** Compresses lists, equal in length, of whole numbers below 2^53. */
export const packNumbers = (lists: readonly (readonly number[])[]): Uint8Array => {
  const all = Float64Array.from(lists.flat());
  return deflateRawSync(new Uint8Array(all.buffer), FAST);
};

/** Decompresses `count` lists from `packNumbers`. */
export function unpackNumbers(body: Uint8Array, count: number): number[][] {
  const bytes = inflateRawSync(body);
  const all = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  const length = all.length / count;
  return Array.from({ length: count }, (_, i) => [...all.subarray(i * length, (i + 1) * length)]);
}
