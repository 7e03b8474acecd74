import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { recordLineageSchema, type CorrectManifest } from '../../core/correct/manifest.js';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { RUN_FORMAT } from '../../core/frozen-parts.js';
import type { ReviewTold } from '../../core/review/outcome.js';
import { writeCorrections, type DecidedLine } from '../../outputs/correct/write-export.js';
import { findPublishedFiles } from '../../sources/mtu-bench/find-files.js';
import { readPublishedFile } from '../../sources/mtu-bench/published-file.js';
import { readRecordLine } from '../../transforms/correction/read-line.js';
import { recordItemId } from '../../transforms/correction/record-item.js';
import { keptLines, type SourceFile } from '../resolve/freeze-correct.js';
import { readLineage } from './lineage.js';
import { givenSources, PUBLISHED_NAMES } from '../sources/parse-sources.js';
import { compareRebuilt, type RebuildDifference } from './rebuild-export.js';
import { guidelineOfExport } from '../regenerate/decided-there.js';

/** What a rebuild of corrected files is given. */
export interface CorrectionsRequest {
  readonly folder: string;
  readonly manifest: CorrectManifest;
  /** `NAME=PATH`, as typed. */
  readonly sources: readonly string[];
}

/**
 * Makes an export of `correct` again from the published files and the decisions in its lineage, offline, and compares it byte
 * for byte.
 * @throws REBUILD_INPUT_MISSING naming the file that is not there, or not the one that was corrected; SOURCE_*
 */
export async function rebuildCorrections({
  folder,
  manifest,
  sources,
}: CorrectionsRequest): Promise<RebuildDifference[]> {
  const files = await sourceFiles(manifest, givenSources(sources, PUBLISHED_NAMES));
  const told = new Map<string, ReviewTold>();
  for await (const row of readLineage(folder)) {
    const { itemId, review } = recordLineageSchema.parse(row);
    if (review) told.set(itemId, review);
  }
  const place = await mkdtemp(join(tmpdir(), 'benchwright-rebuild-'));
  try {
    const { counts, files: named, ...inputs } = manifest;
    const guideline = await guidelineOfExport(folder);
    const rebuilt = await writeCorrections(
      place,
      { ...inputs, format: RUN_FORMAT },
      { lines: () => decided(files, told), review: counts.review, guideline },
      () => undefined,
    );
    return compareRebuilt(named, rebuilt.files);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

async function* decided(
  files: readonly SourceFile[],
  told: ReadonlyMap<string, ReviewTold>,
): AsyncGenerator<DecidedLine> {
  for (const kept of keptLines(files))
    yield await Promise.resolve({ kept, read: readRecordLine(kept), told: told.get(recordItemId(kept)) });
}

/** The published files that the manifest names, as they were. */
async function sourceFiles(
  { sources }: CorrectManifest,
  given: ReadonlyMap<string, string>,
): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  for (const { name, files: wanted } of sources) {
    const path = given.get(name);
    if (path === undefined)
      throw missing(`the source "${name}"`, 'no --source for it', `Add --source ${name}=PATH.`);
    const there = new Map((await findPublishedFiles(path)).map((file) => [basename(file), file]));
    for (const file of wanted) {
      const found = there.get(file.path);
      if (found === undefined) throw missing(file.path, `none in ${path}`, SAME_FILES);
      const read = await readPublishedFile(found);
      if (read.sha256 !== file.sha256)
        throw missing(
          `${file.path} (SHA-256 ${file.sha256.slice(0, 12)}…)`,
          `another content (SHA-256 ${read.sha256.slice(0, 12)}…)`,
          SAME_FILES,
        );
      files.push({ source: name, path: file.path, read });
    }
  }
  return files;
}

const SAME_FILES = 'Give the files that were corrected.';

const missing = (expected: string, found: string, next: string): BenchwrightError =>
  new BenchwrightError('REBUILD_INPUT_MISSING', { expected, found, next });
