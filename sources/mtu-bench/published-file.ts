import { createHash } from 'node:crypto';
import { readUnpacked } from '../unpacked.js';

/** A line of a published file, with its line end. */
export interface PublishedLine {
  /** From 1. */
  readonly line: number;
  /** Its text, which encodes to the same bytes; absent if they are not UTF-8. */
  readonly text?: string;
  /** The bytes as base64 otherwise. */
  readonly bytes?: string;
}

/** A published file; its lines concatenate to its bytes. */
export interface PublishedFile {
  readonly bytes: number;
  readonly sha256: string;
  readonly lines: readonly PublishedLine[];
}

const LINE_END = 10;

/** Reads the lines of a published file, unpacked. @throws SOURCE_NOT_FOUND, SOURCE_UNREADABLE */
export async function readPublishedFile(file: string): Promise<PublishedFile> {
  const { bytes } = await readUnpacked(file);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { bytes: bytes.length, sha256, lines: linesOfPublished(bytes) };
}

/** Splits a file into lines. */
export function linesOfPublished(bytes: Buffer): PublishedLine[] {
  // A byte order mark is kept as part of the bytes.
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const lines: PublishedLine[] = [];
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(LINE_END, from);
    const to = end === -1 ? bytes.length : end + 1;
    const part = bytes.subarray(from, to);
    const line = lines.length + 1;
    try {
      lines.push({ line, text: decoder.decode(part) });
    } catch {
      lines.push({ line, bytes: part.toString('base64') });
    }
    from = to;
  }
  return lines;
}
