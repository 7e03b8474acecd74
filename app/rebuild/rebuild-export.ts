import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportInput } from '../../stages/mtu-bench/export-input.js';
import { sha256Hex } from '../../core/digest.js';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { decidesOnIntents } from '../../core/intents.js';
import { asFrozen } from '../../core/model-config.js';
import type { Manifest, ManifestFile } from '../../core/manifest.js';
import { RUN_FORMAT } from '../../core/frozen-parts.js';
import { isReviewed } from '../../core/review/policy.js';
import type { FrozenSource, MtuBenchRun } from '../../core/run.js';
import { writeMtuBenchExport } from '../../outputs/mtu-bench/write-export.js';
import { keptVectors, type VectorAnswers } from '../../llm/embedders/vector-answers.js';
import { PromptLibrary } from '../../prompts/library.js';
import type { NewRun } from '../../store/runs.js';
import type { Store } from '../../store/store.js';
import { guidelineOfExport } from '../regenerate/decided-there.js';
import { newRun } from '../resolve/freeze-run.js';
import { creationOffline, type AroundClustering } from './offline-creation.js';
import { duplicatesOffline } from './offline-duplicates.js';
import { intentsOffline } from './offline-intents.js';
import { noteReviewOf } from './offline-review.js';
import { noteRetriesOf, recheckOffline, rewriteOffline } from './offline-rewrite.js';
import { offlineRun, recordedSetAsides, type OfflineRun } from './offline-run.js';
import { openSources, type OpenSource } from '../sources/open-sources.js';
import { CORPUS_NAMES, givenSources } from '../sources/parse-sources.js';
import { takeInLedger } from '../models/take-in-ledger.js';

const LEDGER_NEXT =
  'Where the export was made, `benchwright ledger export answers.jsonl.gz --run NAME` writes what it was built from; give that file with --ledger.';

/** What a rebuild is given. */
export interface RebuildRequest {
  /** The export's folder and what its manifest says. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** Folder of the embedding model, for exports made with the local embedder. */
  readonly modelFolder: string | undefined;
  /** File of the answers that it was built from, where models were asked. */
  readonly ledger?: string | undefined;
  /** Folder of the schemas in whose names it was written, for exports made with `--schema`. */
  readonly schema: string | undefined;
  /** Folder of prompts of the user's own, for exports made with some. */
  readonly prompts: string | undefined;
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

/**
 * Makes an export again from its sources, settings and seed, without the run's store, without Temporal, offline, and
 * compares it byte for byte with the manifest (DESIGN.md, "An export": `verify --rebuild`).
 *
 * @returns the files that differ; none when the export is rebuilt exactly
 * @throws REBUILD_INPUT_MISSING naming the source, file or prompt that is not there or is another; SOURCE_*, USAGE
 */
export async function rebuildExport(request: RebuildRequest): Promise<RebuildDifference[]> {
  const open = await matchSources(request);
  const run = await described(request, open);
  return offlineRun(
    run,
    request.onProgress,
    async ({ store, contexts, runId, folder }) => {
      request.onProgress('writing again, to compare');
      const out = join(folder, 'export');
      await mkdir(out);
      const watcher = { item: () => undefined, file: () => Promise.resolve() };
      const partial = request.manifest.counts.review?.partial ?? false;
      const input = await exportInput(store, contexts, runId, partial);
      const rebuilt = await writeMtuBenchExport(out, input, watcher);
      return compareRebuilt(request.manifest.files, rebuilt.files);
    },
    await recordedSetAsides(request.folder),
    (store) => answersOf(store, request),
    async (made) => {
      await checkedAndRewritten(made, request);
      if (isReviewed(request.manifest.review)) await noteReviewOf(request.folder, made);
    },
    aroundClustering(request),
  );
}

/** Which intents are tools, and the tools and calls that a model made, from the answers given along. */
function aroundClustering(request: RebuildRequest): AroundClustering | undefined {
  const { folder } = request;
  const { settings } = request.manifest;
  const decides = decidesOnIntents(settings);
  if (settings.create === undefined && !decides) return undefined;
  const creation = settings.create && creationOffline(() => missingAnswer(request, 'calls were made with'));
  return {
    async beforeClustering(made, answers) {
      await noteRetriesOf(folder, made);
      if (decides)
        await intentsOffline(made, settings, folder, () =>
          missingAnswer(request, 'intents were judged with', 'judge'),
        );
      await creation?.beforeClustering(made, answers);
      if (settings.reviewDuplicates) await duplicatesOffline(made, folder, answers);
    },
    afterClustering: async (made) => creation?.afterClustering(made),
  };
}

/** What a judge said of items, and the words that models wrote, from the answers given along; of a rehearsal too, whose answers hang on its rates. */
async function checkedAndRewritten(made: OfflineRun, request: RebuildRequest): Promise<void> {
  const { folder, manifest } = request;
  const { recheck, rewrite } = manifest.settings;
  if (recheck === undefined && rewrite === undefined) return;
  await noteRetriesOf(folder, made);
  if (recheck)
    await recheckOffline(made, () => missingAnswer(request, 'items were checked again with', 'judge'));
  if (rewrite === undefined) return;
  await rewriteOffline(made, folder, () => missingAnswer(request, 'items were rewritten with'));
}

const missingAnswer = (
  { manifest, ledger }: RebuildRequest,
  use: string,
  role: 'generator' | 'judge' = 'generator',
): BenchwrightError =>
  missing(
    `an answer of ${manifest.models?.roles[role]?.model ?? `the ${role}`} that ${use}`,
    ledger === undefined ? 'no --ledger' : `no such answer in ${ledger}`,
    LEDGER_NEXT,
  );

/** The answers given along, in the rebuild's own store. */
async function answersOf(store: Store, { ledger }: RebuildRequest): Promise<VectorAnswers> {
  if (ledger !== undefined) await takeInLedger(store, ledger);
  return keptVectors(store, ({ provider, model, text }) =>
    missing(
      `the answer of ${provider} ${model} for ${JSON.stringify(text.slice(0, 60))}`,
      ledger === undefined ? 'no --ledger' : `no such answer in ${ledger}`,
      LEDGER_NEXT,
    ),
  );
}

/** The run that the manifest describes, as if it had just been asked for. */
async function described(
  { manifest, folder, modelFolder, ledger, prompts: ownPrompts }: RebuildRequest,
  sources: readonly OpenSource[],
): Promise<NewRun<'mtu-bench'>> {
  const { family, product, seed, review, settings, prompts, models } = manifest;
  const frozen = {
    format: RUN_FORMAT,
    family,
    product,
    seed,
    review,
    settings,
    sources: manifest.sources,
    prompts,
    ...(models && { models: asFrozen(models) }),
  } as MtuBenchRun;
  const library = PromptLibrary.open(ownPrompts);
  const texts = prompts.map((prompt) => ({ id: prompt.id, text: promptText(library, prompt) }));
  const decisions = await decisionsOf(folder, settings.clustering.decisions);
  const topics = await topicsTableOf(folder, settings.split.topics);
  const { embedder } = settings.clustering;
  // What a ledger has of it needs no model.
  if (embedder.kind === 'local' && modelFolder === undefined && ledger === undefined) {
    throw missing(
      `the embedding model ${embedder.model} (${embedder.dtype}, SHA-256 ${embedder.sha256.slice(0, 12)}…)`,
      'no --model',
      'Add --model FOLDER with that model in ONNX form, or --ledger FILE with its vectors.',
    );
  }
  return newRun({
    name: 'rebuild',
    out: 'rebuild',
    frozen,
    sources,
    prompts: texts,
    resolved: { decisions, topics, modelFolder, schema: undefined },
    guideline: await guidelineOfExport(folder),
  });
}

/** The decisions on clusters travel with the export. */
export const decisionsOf = (folder: string, sha256: string | null): Promise<string | undefined> =>
  givenFile(folder, 'data/clusters.yaml', 'the decisions on clusters', sha256 ?? undefined);

/** So does the table of topics. */
export const topicsTableOf = (folder: string, sha256: string | undefined): Promise<string | undefined> =>
  givenFile(folder, 'data/topics.yaml', 'the table of topics', sha256);

async function givenFile(
  folder: string,
  path: string,
  what: string,
  sha256: string | undefined,
): Promise<string | undefined> {
  if (sha256 === undefined) return undefined;
  const text = await readFile(join(folder, path), 'utf8').catch(() => undefined);
  if (text !== undefined && sha256Hex(text) === sha256) return text;
  throw missing(
    `${what} (SHA-256 ${sha256.slice(0, 12)}…)`,
    text === undefined ? `no ${path} in the folder` : `another ${path}`,
    'Put the file back as it was exported.',
  );
}

export function promptText(
  library: PromptLibrary,
  { id, version, sha256 }: MtuBenchRun['prompts'][number],
): string {
  const { prompt: found, file } = library.get(id);
  if (found.sha256 === sha256) return found.text;
  throw missing(
    `the prompt ${id}, version ${version} (SHA-256 ${sha256.slice(0, 12)}…)`,
    `version ${found.version} (SHA-256 ${found.sha256.slice(0, 12)}…) in ${file ?? 'this version of Benchwright'}`,
    'Use the version of Benchwright that the manifest names under "product", or give the prompts that it was made with: --prompts DIR.',
  );
}

/** The sources given, each the same as the manifest's to the byte. */
async function matchSources({
  manifest,
  sources,
  schema,
  onProgress,
}: RebuildRequest): Promise<OpenSource[]> {
  // Which one is missing is said before what else was given.
  const names = givenSources(sources, { example: CORPUS_NAMES.example });
  const absent = manifest.sources.find((source) => !names.has(source.name));
  if (absent) {
    throw missing(
      `the source "${absent.name}" (${absent.shards.length} files)`,
      'no --source for it',
      `Add --source ${absent.name}=PATH.`,
    );
  }
  if (manifest.sources.some(({ variant }) => variant) && schema === undefined)
    throw missing('the schemas in whose names it was written', 'no --schema', 'Add --schema DIR.');
  const open = await openSources(sources, onProgress, schema);
  for (const wanted of manifest.sources) {
    const found = open.find((source) => source.frozen.name === wanted.name)?.frozen;
    if (found) assertSameFiles(wanted, found);
  }
  // In the manifest's order, on which shard numbers depend.
  return manifest.sources.flatMap((wanted) => open.filter((source) => source.frozen.name === wanted.name));
}

function assertSameFiles(wanted: FrozenSource, found: FrozenSource): void {
  const filesOf = ({
    schemas,
    shards,
    resources = [],
    variant = [],
  }: FrozenSource): { path: string; sha256: string }[] => [
    ...schemas,
    ...resources,
    ...shards,
    ...variant.map(({ split, sha256 }) => ({ path: `${split} of --schema`, sha256 })),
  ];
  const there = new Map(filesOf(found).map((file) => [file.path, file.sha256]));
  const files = filesOf(wanted);
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

/** Files that are made otherwise than a manifest says. */
export function compareRebuilt(
  expected: readonly ManifestFile[],
  rebuilt: readonly ManifestFile[],
): RebuildDifference[] {
  const shown = (file: ManifestFile | undefined): string =>
    file === undefined ? 'no such file' : `${file.bytes} bytes, SHA-256 ${file.sha256.slice(0, 12)}…`;
  const paths = [...new Set([...expected, ...rebuilt].map((file) => file.path))].sort();
  return paths.flatMap((path) => {
    const [was, is] = [expected, rebuilt].map((files) => files.find((file) => file.path === path));
    return was?.sha256 === is?.sha256 ? [] : [{ path, expected: shown(was), rebuilt: shown(is) }];
  });
}
