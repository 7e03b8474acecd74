import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib';

const deflate = promisify<string, typeof FAST, Buffer>(deflateRaw);
const inflate = promisify<Uint8Array, Buffer>(inflateRaw);

/** Fast settings for texts of a few kilobytes: level 1, an 8 KB window, little memory to set up for each. */
const FAST = { level: 1, windowBits: 13, memLevel: 6 };

/** A text compressed for a blob column, off the main thread. */
export const packText = (text: string): Promise<Uint8Array> => deflate(text, FAST);

/** The text of a blob column, inflated off the main thread. */
export const unpackText = async (body: Uint8Array): Promise<string> => (await inflate(body)).toString('utf8');

/** Aligned lists of whole numbers below 2^53, compressed. */
export const packNumbers = (lists: readonly (readonly number[])[]): Uint8Array => {
  const all = Float64Array.from(lists.flat());
  return deflateRawSync(new Uint8Array(all.buffer), FAST);
};

/** `count` aligned lists back from `packNumbers`. */
export function unpackNumbers(body: Uint8Array, count: number): number[][] {
  const bytes = inflateRawSync(body);
  const all = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  const length = all.length / count;
  return Array.from({ length: count }, (_, i) => [...all.subarray(i * length, (i + 1) * length)]);
}
