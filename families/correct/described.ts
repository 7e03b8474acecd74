import { linesAsWorkItems, type SourceFile } from './resolve/resolve-run.js';
import { givenSources, PUBLISHED_NAMES } from '../../app/sources/parse-sources.js';
import { guidelineOfExport } from '../../app/regenerate/exported-decisions.js';
import { recordLineageSchema, type CorrectManifest } from '../../core/correct/manifest.js';
import { RUN_FORMAT } from '../../core/frozen-parts.js';
import { findPublishedFiles, publishedName } from '../../sources/mtu-bench/find-files.js';
import { readPublishedFile } from '../../sources/mtu-bench/published-file.js';
import { GUIDELINE } from '../../store/documents.js';
import type { OutcomeRow } from '../../store/review/outcomes.js';
import type { NewRun } from '../../store/runs.js';
import type { RebuildRequest } from '../family.js';
import { readLineage } from '../lineage.js';
import { missingInput, otherContent, sourcePlace } from '../recorded.js';

/** The run that the manifest describes, as a new run. */
export async function described(
  { folder, sources, home }: RebuildRequest,
  { counts: _counts, files: _files, ...inputs }: CorrectManifest,
): Promise<NewRun<'correct'>> {
  const files = await sourceFiles(inputs, givenSources(sources, PUBLISHED_NAMES), home);
  const guideline = await guidelineOfExport(folder);
  return {
    ...{ name: 'rebuild', out: 'rebuild', roots: {}, shards: [] },
    frozen: { ...inputs, format: RUN_FORMAT },
    documents: guideline === undefined ? [] : [{ ...GUIDELINE, text: guideline }],
    workItems: linesAsWorkItems(files),
  };
}

/** Decisions on records, from an export. */
export async function recordsDecided(folder: string): Promise<OutcomeRow[]> {
  const rows: OutcomeRow[] = [];
  for await (const row of readLineage(folder)) {
    const { itemId, setting, review: record } = recordLineageSchema.parse(row);
    // Neither the lineage nor the files have versions of records.
    if (record && setting !== undefined)
      rows.push({ itemId, setting, split: record.split, version: undefined, record });
  }
  return rows;
}

/** The unchanged published files that the manifest names. */
async function sourceFiles(
  { sources }: Pick<CorrectManifest, 'sources'>,
  given: ReadonlyMap<string, string>,
  home: RebuildRequest['home'],
): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  for (const { name, files: wanted } of sources) {
    const path = await sourcePlace(name, given, home, (found) =>
      missingInput(`the source "${name}"`, found, `Add --source ${name}=PATH.`),
    );
    const there = new Map((await findPublishedFiles(path)).map((file) => [publishedName(file), file]));
    for (const file of wanted) {
      const found = there.get(file.path);
      if (found === undefined) throw missingInput(file.path, `none in ${path}`, SAME_FILES);
      const read = await readPublishedFile(found);
      if (read.sha256 !== file.sha256) throw otherContent(file.path, file.sha256, read.sha256, SAME_FILES);
      files.push({ source: name, path: file.path, read });
    }
  }
  return files;
}

const SAME_FILES = 'Give the files that were corrected.';
