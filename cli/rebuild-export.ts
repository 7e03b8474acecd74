import { mkdtemp, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { convertSlice } from '../activities/convert-slice.js';
import { exportInput } from '../activities/export-input.js';
import { RunContexts } from '../activities/run-context.js';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import type { Manifest, ManifestFile } from '../core/manifest.js';
import { RUN_FORMAT, type FrozenRun, type FrozenSource } from '../core/run.js';
import { writeMtuBenchExport } from '../outputs/mtu-bench/write-export.js';
import { readPrompt } from '../prompts/prompt.js';
import { createRun, type NewRun } from '../store/runs.js';
import { pendingSlices, settleDuplicates } from '../store/records.js';
import { openStore, type Store } from '../store/store.js';
import { catalogueText, openSources, type OpenSource } from './open-sources.js';

/** What a rebuild is given. */
export interface RebuildRequest {
  readonly manifest: Manifest;
  /** `NAME=PATH`, as typed: where the sources lie on this machine. */
  readonly sources: readonly string[];
  readonly onProgress: (message: string) => void;
}

/** A file that the rebuild made otherwise than the manifest says. */
export interface RebuildDifference {
  readonly path: string;
  readonly expected: string;
  readonly rebuilt: string;
}

const SLICE_RECORDS = 200;

/**
 * Makes an export again from its sources, settings and seed, without the run's store, without Temporal, offline, and
 * compares it byte for byte with the manifest (DESIGN.md, "An export": `verify --rebuild`).
 *
 * @returns the files that differ; none when the export is rebuilt exactly
 * @throws REBUILD_INPUT_MISSING naming the source, file or prompt that is not there or is another; SOURCE_*, USAGE
 */
export async function rebuildExport({
  manifest,
  sources,
  onProgress,
}: RebuildRequest): Promise<RebuildDifference[]> {
  const open = await matchSources(manifest, sources, onProgress);
  const folder = await mkdtemp(join(tmpdir(), 'benchwright-rebuild-'));
  try {
    const store = await openStore(join(folder, 'store.db'));
    try {
      const rebuilt = await remake(store, folder, newRun(manifest, open, folder), onProgress);
      return compare(manifest.files, rebuilt.files);
    } finally {
      await store.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function remake(
  store: Store,
  folder: string,
  asked: NewRun,
  onProgress: (message: string) => void,
): Promise<Manifest> {
  const { runId } = await createRun(store, asked);
  const contexts = new RunContexts(store);
  onProgress('converting again');
  const slices = await pendingSlices(store, runId, SLICE_RECORDS, Number.MAX_SAFE_INTEGER);
  const watcher = { before: () => Promise.resolve(), committed: () => undefined };
  for (const slice of slices) await convertSlice(store, contexts, runId, slice, watcher);
  await settleDuplicates(store, runId);
  onProgress('writing again, to compare');
  const out = join(folder, 'export');
  await mkdir(out);
  return writeMtuBenchExport(out, await exportInput(store, contexts, runId), {
    item: () => undefined,
    file: () => Promise.resolve(),
  });
}

/** The run that the manifest describes, as if it had just been asked for. */
function newRun(manifest: Manifest, open: readonly OpenSource[], folder: string): NewRun {
  const { family, product, seed, review, settings, sources, prompts } = manifest;
  const frozen = {
    format: RUN_FORMAT,
    family,
    product,
    seed,
    review,
    settings,
    sources,
    prompts,
  } as FrozenRun;
  return {
    name: 'rebuild',
    out: resolve(folder, 'export'),
    frozen,
    roots: Object.fromEntries(open.map((source) => [source.frozen.name, source.root])),
    shards: open.flatMap((source) => source.shards),
    documents: [
      { kind: 'catalogue', name: 'catalogue', text: catalogueText(open) },
      ...prompts.map((prompt) => ({ kind: 'prompt' as const, name: prompt.id, text: promptText(prompt) })),
    ],
  };
}

function promptText({ id, version, sha256 }: FrozenRun['prompts'][number]): string {
  const found = readPrompt(id);
  if (found.sha256 === sha256) return found.text;
  throw missing(
    `the prompt ${id}, version ${version} (SHA-256 ${sha256.slice(0, 12)}…)`,
    `version ${found.version} (SHA-256 ${found.sha256.slice(0, 12)}…) in this version of Benchwright`,
    'Use the version of Benchwright that the manifest names under "product".',
  );
}

/** The sources given, each the same as the manifest's to the byte. */
async function matchSources(
  manifest: Manifest,
  sources: readonly string[],
  onProgress: (message: string) => void,
): Promise<OpenSource[]> {
  const names = new Set(sources.map((text) => text.split('=')[0]));
  const absent = manifest.sources.find((source) => !names.has(source.name));
  if (absent) {
    throw missing(
      `the source "${absent.name}" (${absent.shards.length} files)`,
      'no --source for it',
      `Add --source ${absent.name}=PATH.`,
    );
  }
  const open = await openSources(sources, onProgress);
  for (const wanted of manifest.sources) {
    const found = open.find((source) => source.frozen.name === wanted.name)?.frozen;
    if (found) assertSameFiles(wanted, found);
  }
  return open.filter((source) => manifest.sources.some((wanted) => wanted.name === source.frozen.name));
}

function assertSameFiles(wanted: FrozenSource, found: FrozenSource): void {
  const there = new Map([...found.schemas, ...found.shards].map((file) => [file.path, file.sha256]));
  const files = [...wanted.schemas, ...wanted.shards];
  const next = `Give the ${wanted.name} folder that the export was made from.`;
  for (const { path, sha256 } of files) {
    const other = there.get(path);
    if (other === sha256) continue;
    const what =
      other === undefined ? 'no such file in the folder' : `another content (SHA-256 ${other.slice(0, 12)}…)`;
    throw missing(`${path} of "${wanted.name}" (SHA-256 ${sha256.slice(0, 12)}…)`, what, next);
  }
  if (there.size > files.length) {
    const more = [...there.keys()].find((path) => !files.some((file) => file.path === path));
    throw missing(
      `the ${files.length} files of "${wanted.name}" that the manifest names`,
      `another file, ${more}`,
      next,
    );
  }
}

const missing = (expected: string, found: string, next: string): BenchwrightError =>
  new BenchwrightError('REBUILD_INPUT_MISSING', { expected, found, next });

function compare(expected: readonly ManifestFile[], rebuilt: readonly ManifestFile[]): RebuildDifference[] {
  const shown = (file: ManifestFile | undefined): string =>
    file === undefined ? 'no such file' : `${file.bytes} bytes, SHA-256 ${file.sha256.slice(0, 12)}…`;
  const paths = [...new Set([...expected, ...rebuilt].map((file) => file.path))].sort();
  return paths.flatMap((path) => {
    const [was, is] = [expected, rebuilt].map((files) => files.find((file) => file.path === path));
    return was?.sha256 === is?.sha256 ? [] : [{ path, expected: shown(was), rebuilt: shown(is) }];
  });
}
