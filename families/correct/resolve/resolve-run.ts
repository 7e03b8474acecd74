import { resolve } from 'node:path';
import * as z from 'zod';
import { READ_STAGE, type CorrectRun } from '../../../core/correct/run.js';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { RUN_FORMAT } from '../../../core/frozen-parts.js';
import { isReviewed, type Review } from '../../../core/review/policy.js';
import { findPublishedFiles, publishedName } from '../../../sources/mtu-bench/find-files.js';
import { readPublishedFile, type PublishedFile } from '../../../sources/mtu-bench/published-file.js';
import { GUIDELINE } from '../../../store/documents.js';
import type { NewRun } from '../../../store/runs.js';
import { readRecordLine, type KeptLine } from '../../../transforms/correct/read-line.js';
import { recordIdOf } from '../../../transforms/correct/record-item.js';
import type { Context } from '../../../app/context.js';
import { parseSources, PUBLISHED_NAMES } from '../../../app/sources/parse-sources.js';
import type { RunOptions } from '../../parts/planning.js';
import { productVersion } from '../../../app/product-version.js';
import { guidelineOf, reviewOf } from '../../../app/resolve/review-policy.js';
import { recordKind } from '../review.js';
import { parseJson } from '../../../core/json.js';

/** Options of a `correct` run. */
export interface CorrectRequest {
  readonly name: string;
  readonly out: string;
  /** `NAME=PATH`, as typed. */
  readonly source: readonly string[];
  readonly seed: number;
  /** Name of a policy. */
  readonly review?: string | undefined;
}

/** Inputs that a regenerated run keeps from an export. */
interface KeptInputs {
  readonly review: Review;
  readonly settings: CorrectRun['settings'];
  /** Undefined: no review. */
  readonly guideline: string | undefined;
}

/** The options as a command reads them. */
export type CorrectGiven = RunOptions & Pick<CorrectRequest, 'source'>;

/** A published file with its source. */
export interface SourceFile {
  readonly source: string;
  readonly path: string;
  readonly read: PublishedFile;
}

/**
 * Reads the published files and resolves the spec of a `correct` run: lines, digests, policy.
 * @param kept inputs of the regenerated export
 * @throws USAGE for two files with the same name; SOURCE_NOT_FOUND, SOURCE_NOT_A_CORPUS, SOURCE_UNREADABLE
 */
export async function resolveCorrect(
  context: Context,
  request: CorrectRequest,
  kept?: KeptInputs,
): Promise<NewRun<'correct'>> {
  const { name, out, seed } = request;
  const files: SourceFile[] = [];
  const paths = parseSources(request.source, PUBLISHED_NAMES);
  for (const [source, path] of paths)
    files.push(...(await filesOf(source, path, (message) => context.terminal.note(message))));
  assertNames(files);
  const review = kept?.review ?? reviewOf(context, request.review ?? 'none', 'run');
  const sources = [...new Set(files.map(({ source }) => source))];
  return {
    ...{ name, out: resolve(out) },
    frozen: {
      ...{ format: RUN_FORMAT, family: 'correct', product: productVersion(), seed, review },
      settings: kept?.settings ?? { setAsideShare: context.config.limits.quarantinedShare },
      sources: sources.map((source) => ({
        ...{ name: source, kind: 'published' as const },
        files: files
          .filter((file) => file.source === source)
          .map(({ path, read: { bytes, sha256, lines } }) => ({ path, bytes, sha256, lines: lines.length })),
      })),
    },
    // So that `regenerate` finds the files again.
    ...{ roots: Object.fromEntries(paths), shards: [] },
    documents: isReviewed(review)
      ? [{ ...GUIDELINE, text: kept?.guideline ?? (await guidelineOf(context, recordKind)) }]
      : [],
    workItems: linesAsWorkItems(files),
  };
}

/** Lines as work items of the stage `read`. */
export const linesAsWorkItems = (files: readonly SourceFile[]): NonNullable<NewRun['workItems']> => ({
  stage: READ_STAGE,
  workItems: keptLines(files).map((input) => ({ workItem: `${input.source}/${recordIdOf(input)}`, input })),
});

/** Lines of files in order, as stored. */
export const keptLines = (files: readonly SourceFile[]): KeptLine[] =>
  files.flatMap(({ source, path, read }) => read.lines.map((line) => ({ source, file: path, ...line })));

/** The benchmark files at a path. Files with model responses are reported and left out. */
async function filesOf(source: string, path: string, note: (message: string) => void): Promise<SourceFile[]> {
  const found = await findPublishedFiles(path);
  const files: SourceFile[] = [];
  const responses: string[] = [];
  for (const file of found) {
    const read = await readPublishedFile(file);
    const beside = found.length > 1 && read.lines.every(({ text }) => isResponse(text));
    if (beside) responses.push(publishedName(file));
    else files.push({ source, path: publishedName(file), read: assertRecords(source, file, read) });
  }
  if (files.length === 0) throw notRecords(path, `responses of models only: ${responses.join(', ')}`);
  if (responses.length > 0) note(`left out, as they hold responses of models: ${responses.join(', ')}`);
  return files;
}

/** A line of a response file: an id and a raw text, no question. */
const responseSchema = z.object({
  id: z.unknown(),
  response: z.unknown(),
  question: z.undefined().optional(),
});

function isResponse(text: string | undefined): boolean {
  if (text === undefined || text.trim() === '') return text !== undefined;
  try {
    return responseSchema.safeParse(parseJson(text)).success;
  } catch {
    return false;
  }
}

/** Checks that a file has at least one valid record; others are refused before the run exists. */
function assertRecords(source: string, file: string, read: PublishedFile): PublishedFile {
  let first: string | undefined;
  for (const line of read.lines) {
    const found = readRecordLine({ source, file: publishedName(file), ...line });
    if (found.kind === 'record') return read;
    if (found.kind === 'bad') first ??= `line ${line.line}: ${found.reason}: ${found.detail}`;
  }
  throw notRecords(file, first ?? 'no record');
}

const notRecords = (where: string, found: string): BenchwrightError =>
  new BenchwrightError('SOURCE_NOT_A_CORPUS', {
    expected: 'a record of MTU-Bench a line: {"id": …, "question": …, "answer": {…}}',
    found,
    where,
    next: 'Give the benchmark files themselves; responses of models are scored with `benchwright score --responses`.',
  });

/** Names of the export's own files. */
const OWN_FILES: readonly string[] = ['lineage.jsonl', 'guideline.md', 'LICENCE.md'];

/** @throws USAGE if two files have the same name */
function assertNames(files: readonly SourceFile[]): void {
  const names = files.map(({ path }) => path);
  const twice = names.find((name, at) => names.indexOf(name) !== at || OWN_FILES.includes(name));
  if (twice === undefined) return;
  throw new BenchwrightError('USAGE', {
    expected: 'files with a name of their own each, since they are written under it',
    found: OWN_FILES.includes(twice) ? `${twice}, which the export has itself` : `two called ${twice}`,
    next: 'Correct them in runs of their own, or rename one.',
  });
}
