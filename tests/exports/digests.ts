import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Of a file: the digest of its bytes, and two characters of each line's, which find the first line that differs in all
 * but one case of 256. Long files have none, to keep the record small.
 */
interface FileDigest {
  readonly sha256: string;
  readonly lines?: string;
}
/** By the path of a file in the folder of all exports. */
export type Digests = Readonly<Record<string, FileDigest>>;

const LINE_DIGEST = 2;
const MOST_LINES = 600;
const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
const linesOf = (bytes: Buffer): string[] => bytes.toString('latin1').split('\n');

/** All files of these exports but those below run/, which describe the run and the time it took. */
export function digestExports(root: string, folders: readonly string[]): Digests {
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
      .filter((path) => !path.startsWith(join(folder, 'run/'))),
  );
  return Object.fromEntries(
    paths.sort().map((path) => {
      const bytes = readFileSync(join(root, path));
      const lines = linesOf(bytes).map((line) => sha256(line).slice(0, LINE_DIGEST));
      return [path, { sha256: sha256(bytes), ...(lines.length <= MOST_LINES && { lines: lines.join('') }) }];
    }),
  );
}

/** A line for each file that is new, gone or has other bytes, with the first line that differs as it is now. */
export function differences(root: string, before: Digests, now: Digests): string[] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  return paths.flatMap((path) => {
    const [old, made] = [before[path], now[path]];
    if (made === undefined) return [`${path}: gone`];
    if (old === undefined) return [`${path}: new`];
    if (old.sha256 === made.sha256) return [];
    const at = firstDifference(old, made);
    if (at === undefined) return [`${path}: other bytes`];
    const line = linesOf(readFileSync(join(root, path)))[at];
    if (line === undefined) return [`${path}: ends after line ${at}, where line ${at + 1} followed`];
    const text = Buffer.from(line, 'latin1').toString('utf8');
    return [`${path}:${at + 1}: ${text.length > 300 ? `${text.slice(0, 300)}…` : text}`];
  });
}

/** The place of the first line that differs, where the digests of lines show it. */
function firstDifference({ lines: old }: FileDigest, { lines: made }: FileDigest): number | undefined {
  if (old === undefined || made === undefined) return undefined;
  for (let at = 0; at < Math.max(old.length, made.length); at += LINE_DIGEST)
    if (old.slice(at, at + LINE_DIGEST) !== made.slice(at, at + LINE_DIGEST)) return at / LINE_DIGEST;
  return undefined;
}
