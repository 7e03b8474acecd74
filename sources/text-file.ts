import { readFile } from 'node:fs/promises';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import { utf8Text } from '../core/utf8-text.js';

/** The error for a user's file, with its place. */
export const fileProblem = (where: string, expected: string, found: string): BenchwrightError =>
  new BenchwrightError('SOURCE_UNREADABLE', { expected, found, where, next: 'Fix the file.' });

/** Reads a file as UTF-8 without a byte order mark. @throws SOURCE_UNREADABLE with the line of invalid bytes */
export async function readTextFile(path: string, expected: string): Promise<string> {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw fileProblem(path, expected, (error as NodeJS.ErrnoException).code ?? String(error));
  });
  try {
    return utf8Text(bytes).replace(/^\uFEFF/, '');
  } catch {
    throw fileProblem(`${path}, line ${badLine(bytes)}`, 'text in UTF-8', 'other bytes');
  }
}

/** The first line that is not UTF-8. */
function badLine(bytes: Uint8Array): number {
  let [line, from] = [1, 0];
  for (let at = 0; at <= bytes.length; at += 1)
    if (at === bytes.length || bytes[at] === 10) {
      try {
        utf8Text(bytes.subarray(from, at));
      } catch {
        return line;
      }
      line += 1;
      from = at + 1;
    }
  return line;
}
