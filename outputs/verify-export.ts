import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import { SPLITS } from '../core/item.js';
import { manifestSchema, type Manifest, type ManifestFile } from '../core/manifest.js';

/** What `verify` found: an export is whole when all lists are empty. */
export interface Verification {
  readonly manifest: Manifest;
  readonly filesChecked: number;
  /** Files whose content is not the manifest's, with what differs. */
  readonly changed: readonly { readonly path: string; readonly expected: string; readonly found: string }[];
  readonly missing: readonly string[];
  /** Files under `data/` that the manifest does not name. */
  readonly unexpected: readonly string[];
  /** Sums inside the manifest that do not agree. */
  readonly disagreements: readonly string[];
}

/**
 * Checks an export's files against its manifest, and the manifest's sums against each other.
 * @throws NOT_AN_EXPORT when there is no manifest that can be read
 */
export async function verifyExport(folder: string): Promise<Verification> {
  const manifest = await readManifest(folder);
  const changed: { path: string; expected: string; found: string }[] = [];
  const missing: string[] = [];
  for (const file of manifest.files) {
    const found = await measure(join(folder, file.path)).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw new BenchwrightError('NOT_AN_EXPORT', {
        expected: 'files that can be read',
        found: String(error),
        where: join(folder, file.path),
        next: 'Check the permissions.',
      });
    });
    if (!found) missing.push(file.path);
    else if (found.sha256 !== file.sha256)
      changed.push({
        path: file.path,
        expected: described(file),
        found: described({ ...found, lines: file.lines === undefined ? undefined : found.lines }),
      });
  }
  const named = new Set(manifest.files.map((file) => file.path));
  const there = await readdir(join(folder, 'data')).catch(() => []);
  const unexpected = there.map((name) => `data/${name}`).filter((path) => !named.has(path));
  return {
    manifest,
    filesChecked: manifest.files.length,
    changed,
    missing,
    unexpected: unexpected.sort(),
    disagreements: disagreementsOf(manifest),
  };
}

/** Whether nothing was found. */
export const isWhole = (v: Verification): boolean =>
  v.changed.length + v.missing.length + v.unexpected.length + v.disagreements.length === 0;

/** What was found, a sentence each. */
export function wordsOfVerification({ changed, missing, unexpected, disagreements }: Verification): string[] {
  return [
    ...changed.map(
      ({ path, expected, found }) => `${path} changed (${expected} in the manifest, ${found} on disk)`,
    ),
    ...missing.map((path) => `${path} is missing`),
    ...unexpected.map((path) => `${path} is not in the manifest`),
    ...disagreements.map((text) => `the manifest disagrees with itself: ${text}`),
  ];
}

/** The manifest of an export. @throws NOT_AN_EXPORT */
export async function readManifest(folder: string): Promise<Manifest> {
  const where = join(folder, 'manifest.json');
  const notOne = (found: string): BenchwrightError =>
    new BenchwrightError('NOT_AN_EXPORT', {
      expected: 'a folder that `benchwright run` or `export` wrote, with manifest.json in it',
      found,
      where,
      next: 'Give the folder that was named with --out.',
    });
  let text: string;
  try {
    text = await readFile(where, 'utf8');
  } catch (error) {
    throw notOne((error as NodeJS.ErrnoException).code === 'ENOENT' ? 'no manifest.json' : String(error));
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw notOne(`a manifest that is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const parsed = manifestSchema.safeParse(json);
  if (!parsed.success) throw notOne(`a manifest of another form: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

async function measure(file: string): Promise<{ bytes: number; lines: number; sha256: string }> {
  const hash = createHash('sha256');
  let [bytes, lines] = [0, 0];
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    const part = chunk as Buffer;
    hash.update(part);
    bytes += part.length;
    for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) lines++;
  }
  return { bytes, lines, sha256: hash.digest('hex') };
}

const described = ({
  bytes,
  lines,
  sha256,
}:
  | Pick<ManifestFile, 'bytes' | 'lines' | 'sha256'>
  | { bytes: number; lines: number | undefined; sha256: string }): string =>
  `${bytes} bytes${lines === undefined ? '' : `, ${lines} lines`}, SHA-256 ${sha256.slice(0, 12)}…`;

function disagreementsOf({ counts, files, inputs, settings }: Manifest): string[] {
  const found: string[] = [];
  const sum = (record: Readonly<Record<string, number>>): number =>
    Object.values(record).reduce((total, count) => total + count, 0);
  const linesOf = (path: string): number => files.find((file) => file.path === path)?.lines ?? 0;
  const same = (what: string, a: number, b: number): void => {
    if (a !== b) found.push(`${what}: ${a} and ${b}`);
  };
  same(
    'read = converted + set aside + dropped',
    counts.read,
    counts.converted + sum(counts.setAside) + sum(counts.dropped),
  );
  const written = sum(counts.items) + sum(counts.train.items);
  const left = sum(counts.notEvaluated) + sum(counts.split.reserve);
  // A part of an export holds the items of its splits alone.
  same(
    'items = evaluated + training + not evaluated',
    inputs.items,
    settings.split.write.length < SPLITS.length ? written : written + left,
  );
  for (const [setting, records] of Object.entries(counts.records)) {
    same(`records and lines of ${setting}`, records, linesOf(`data/${setting}_eval.jsonl`));
  }
  for (const [setting, records] of Object.entries(counts.train.records))
    same(`training records and lines of ${setting}`, records, linesOf(`data/${setting}_train.jsonl`));
  same('lineage has a line a record read', counts.read, linesOf('data/lineage.jsonl'));
  return found;
}
