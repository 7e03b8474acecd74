import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Fast settings for texts of a few kilobytes: level 1, an 8 KB window, little memory to set up for each. */
const FAST = { level: 1, windowBits: 13, memLevel: 6 };

/**
 * A text compressed for a blob column. In the thread that asks: handing a text of this size to another one costs three
 * times what compressing it does (docs/decisions.md, D30).
 */
export const packText = (text: string): Uint8Array => deflateRawSync(text, FAST);

/** The text of a blob column. */
export const unpackText = (body: Uint8Array): string => inflateRawSync(body).toString('utf8');

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
