import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mapStageFactoryOf } from '../../stages/map-stages.js';
import { EMBEDDER_ROOT, RunContexts } from '../../stages/mtu-bench/run-context.js';
import { AnnotatingSubject } from '../../stages/t-eval/annotate-stage.js';
import { TEvalContext } from '../../stages/t-eval/context.js';
import { writePaths } from '../../stages/t-eval/export-paths.js';
import { keepDocuments, type ToldOfDocuments } from '../../stages/t-eval/settle-documents.js';
import { keepQueries, type ToldOfQueries } from '../../stages/t-eval/settle-queries.js';
import { openRefining } from '../../stages/t-eval/hand-over.js';
import { dropNearDuplicates } from '../../stages/t-eval/near-duplicates.js';
import { sha256Hex } from '../../core/digest.js';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { RUN_FORMAT } from '../../core/frozen-parts.js';
import { asFrozen } from '../../core/model-config.js';
import { isReviewed } from '../../core/review/policy.js';
import type { RunTools } from '../../core/t-eval/annotation.js';
import type { ReviewTold } from '../../core/review/outcome.js';
import { queryLineageSchema, type QueryLineage } from '../../core/t-eval/lineage.js';
import { documentLineSchema } from '../../core/t-eval/documents.js';
import {
  DOCUMENTS_FILE,
  GIVEN_TOOLS_FILE,
  QUERIES_GUIDELINE_FILE,
  TOOLS_FILE,
  TOOLS_GUIDELINE_FILE,
  type TEvalManifest,
} from '../../core/t-eval/manifest.js';
import { ANNOTATE_STAGE, COMPLETE_STAGE, QUERIES_STAGE, REFINE_STAGE } from '../../core/t-eval/run.js';
import { toolLibrarySchema } from '../../core/tool-library.js';
import type { ModelAccess } from '../../llm/asking/model-access.js';
import { computedVectors, keptVectors, type VectorAnswers } from '../../llm/embedders/vector-answers.js';
import { NotKnown } from '../../llm/ledger/known-answers.js';
import { PromptLibrary } from '../../prompts/library.js';
import { GUIDELINE, TOOLS_DOCUMENT } from '../../store/documents.js';
import { replaceOutcomes } from '../../store/review/outcomes.js';
import { createRun, type NewRun } from '../../store/runs.js';
import { noteRetries } from '../../store/stages/retries.js';
import {
  openSubjects,
  settleSubjects,
  type OpenSubject,
  type SubjectOutcome,
} from '../../store/stages/subjects.js';
import { openStore, type Store } from '../../store/store.js';
import { PATH_SETTING } from '../../transforms/review/t-eval-review.js';
import { tEvalSubjects } from '../resolve/freeze-t-eval.js';
import { readLineage } from './lineage.js';
import { withModels } from '../models/open-models.js';
import { offline, recordedRetries, REHEARSED_AGAIN } from './rebuild-answers.js';
import { compareRebuilt, promptText, type RebuildDifference } from './rebuild-export.js';
import { guidelineOfExport } from '../regenerate/decided-there.js';
import { takeInLedger } from '../models/take-in-ledger.js';

/** What a rebuild of paths is given. */
export interface PathsRequest {
  readonly folder: string;
  readonly manifest: TEvalManifest;
  /** File of the answers that it was built from; a rehearsal with the usual rates needs none. */
  readonly ledger: string | undefined;
  readonly prompts: string | undefined;
  /** Folder of the embedding model, for exports made with a local one. */
  readonly modelFolder: string | undefined;
  readonly onProgress: (message: string) => void;
}

/**
 * Makes an export of `t-eval` again from its tools, the ledger's answers and the decisions in its lineage, offline, and
 * compares it byte for byte.
 * @throws REBUILD_INPUT_MISSING naming the tools, prompt or answer that is not there; LEDGER_INVALID
 */
export async function rebuildPaths(request: PathsRequest): Promise<RebuildDifference[]> {
  const folder = await mkdtemp(join(tmpdir(), 'benchwright-rebuild-'));
  try {
    const store = await openStore(join(folder, 'store.db'));
    try {
      const { runId } = await createRun(store, await described(request));
      if (request.ledger !== undefined) await takeInLedger(store, request.ledger);
      await noteRetries(store, runId, await recordedRetries(request.folder));
      const lineage = await lineageOf(request.folder);
      request.onProgress('finding the answers again');
      const { embedder } = request.manifest.settings;
      const kept = keptVectors(store, ({ model, text }) => noVector(model, text));
      const vectors = embedder.kind === 'openai' ? kept : computedVectors;
      await withModels(REHEARSED_AGAIN, store, (access) =>
        everyStage(store, runId, offline(access), vectors, { lineage, folder: request.folder }),
      );
      const context = await TEvalContext.open(store, runId);
      await noteDecisions(store, runId, lineage);
      const out = join(folder, 'export');
      await mkdir(out);
      const partial = request.manifest.counts.review?.partial ?? false;
      const { files } = await writePaths(store, context, out, partial);
      return compareRebuilt(request.manifest.files, files);
    } finally {
      await store.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The run that the manifest describes, as if it had just been asked for. */
async function described({
  folder,
  manifest,
  prompts,
  modelFolder,
}: PathsRequest): Promise<NewRun<'t-eval'>> {
  const { counts: _counts, files: _files, inputs: _inputs, models, ...frozen } = manifest;
  const library = PromptLibrary.open(prompts);
  const tools = await toolsFromExport(folder, manifest);
  const guideline = await guidelineOfExport(folder);
  return {
    ...{ name: 'rebuild', out: 'rebuild', shards: [] },
    frozen: { ...frozen, format: RUN_FORMAT, models: asFrozen(models) },
    roots: modelFolder === undefined ? {} : { [EMBEDDER_ROOT]: modelFolder },
    documents: [
      { ...TOOLS_DOCUMENT, text: JSON.stringify(tools) },
      ...(guideline === undefined ? [] : [{ ...GUIDELINE, text: guideline }]),
      ...manifest.prompts.map((prompt) => ({
        kind: 'prompt' as const,
        name: prompt.id,
        text: promptText(library, prompt),
      })),
    ],
    ...tEvalSubjects(tools.tools, manifest.settings, manifest.seed),
  };
}

/** The library that it was made of travels with the export. @throws REBUILD_INPUT_MISSING */
export async function toolsFromExport(
  folder: string,
  { sources, settings }: TEvalManifest,
): Promise<RunTools> {
  const file = settings.complete ? GIVEN_TOOLS_FILE : TOOLS_FILE;
  const text = await readFile(join(folder, file), 'utf8').catch(() => undefined);
  const read = text === undefined ? undefined : toolLibrarySchema.safeParse(parsed(text));
  const tools = read?.success === true ? { tools: read.data.tools } : undefined;
  if (tools && sha256Hex(JSON.stringify(tools)) === sources[0]?.sha256) return tools;
  throw new BenchwrightError('REBUILD_INPUT_MISSING', {
    expected: `the tools that the export was made of (SHA-256 ${sources[0]?.sha256.slice(0, 12) ?? ''}…)`,
    found: text === undefined ? `no ${file} in the folder` : `another ${file}`,
    next: 'Put the file back as it was exported.',
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export async function lineageOf(folder: string): Promise<Map<string, QueryLineage>> {
  const rows = new Map<string, QueryLineage>();
  for await (const row of readLineage(folder)) {
    const read = queryLineageSchema.parse(row);
    rows.set(read.itemId, read);
  }
  return rows;
}

/**
 * Every stage that asks, from what answers without being paid. A subject with an answer that is `NotKnown` is left open,
 * and so are those after it that come of it.
 */
export async function everyStage(
  store: Store,
  runId: string,
  access: ModelAccess,
  vectors: VectorAnswers,
  { lineage, folder }: { readonly lineage: ReadonlyMap<string, QueryLineage>; readonly folder: string },
): Promise<void> {
  const deps = { store, contexts: new RunContexts(store) };
  const call = { execution: 'rebuild' };
  const map = async (stage: string): Promise<boolean> => {
    const opened = await mapStageFactoryOf(stage)(deps, runId);
    return settleAll(store, runId, stage, (subject) => opened.work(access, subject, call));
  };
  const given = await TEvalContext.open(store, runId);
  if (given.settings.complete) {
    // Everything hangs on the documents, those that people have yet to decide on included.
    if (!(await map(COMPLETE_STAGE))) return;
    const reviewed = isReviewed(given.settings.complete.review);
    const told = reviewed ? await toldOfDocuments(folder) : undefined;
    const { lines } = await keepDocuments(store, given, told);
    if (lines.some(({ reason }) => reason === UNDECIDED)) return;
  }
  const context = await TEvalContext.open(store, runId);
  await map(QUERIES_STAGE);
  if (context.settings.refine) {
    await openRefining(store, context);
    await map(REFINE_STAGE);
  }
  const compared = dropNearDuplicates(store, context, () => Promise.resolve(), vectors).then(() => true);
  if ((await compared.catch(leftOpen)) === undefined) return;
  if (context.settings.reviewQueries) await keepQueries(store, context, await toldOfQueries(folder, lineage));
  await settleAll(store, runId, ANNOTATE_STAGE, async (subject) => {
    const recorded = lineage.get(subject.subject);
    if (recorded?.outcome === 'set aside' && recorded.reason === UNKNOWN) return asRecorded(recorded);
    const { session = 0 } = recorded ?? {};
    const work = { store, context, tools: undefined, access, call, session };
    const done = await new AnnotatingSubject(work, subject).run(Infinity);
    if (done === undefined) throw new Error(`${subject.subject} came to no end`);
    return done;
  });
}

/** What people decided on tool documents: it cannot be computed again. */
async function toldOfDocuments(folder: string): Promise<ToldOfDocuments> {
  const decisions = new Map<string, { version?: string; told: ReviewTold }>();
  const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');
  const lines = await read(DOCUMENTS_FILE).catch(() => '');
  for (const line of lines.split('\n').filter((one) => one !== '')) {
    const { itemId, itemVersion, review } = documentLineSchema.parse(JSON.parse(line));
    if (review !== undefined)
      decisions.set(itemId, { ...(itemVersion !== undefined && { version: itemVersion }), told: review });
  }
  return { decisions, guideline: await read(TOOLS_GUIDELINE_FILE).catch(() => undefined) };
}

/** What people decided on queries before they were annotated. */
const toldOfQueries = async (
  folder: string,
  lineage: ReadonlyMap<string, QueryLineage>,
): Promise<ToldOfQueries> => ({
  decisions: new Map(
    [...lineage.values()].flatMap(({ itemId, queryReview }) =>
      queryReview === undefined ? [] : [[itemId, queryReview] as const],
    ),
  ),
  guideline: await readFile(join(folder, QUERIES_GUIDELINE_FILE), 'utf8').catch(() => undefined),
});

const UNDECIDED: ReviewTold['outcome'] = 'undecided';

/** What became of a call on the wire cannot be found again (DESIGN.md, "An export"). */
export const UNKNOWN = 'unknown outcome';
const asRecorded = ({ detail = '', keys }: QueryLineage): SubjectOutcome => ({
  ...{ outcome: 'set aside', reason: UNKNOWN, detail, requestDigest: '' },
  keys: keys[ANNOTATE_STAGE] ?? [],
});

/** @returns whether every subject has an outcome now */
async function settleAll(
  store: Store,
  runId: string,
  stage: string,
  work: (subject: OpenSubject) => Promise<SubjectOutcome>,
): Promise<boolean> {
  let all = true;
  for (const subject of await openSubjects(store, runId, stage, { from: 0, to: Number.MAX_SAFE_INTEGER })) {
    const result = await work(subject).catch(leftOpen);
    if (result) await settleSubjects(store, [{ runId, stage, ordinal: subject.ordinal, result }]);
    else all = false;
  }
  return all;
}

/** What nobody has answered yet has no outcome. @throws whatever else it was */
function leftOpen(error: unknown): undefined {
  if (!(error instanceof NotKnown)) throw error;
}

/** Takes what people decided from the lineage: it cannot be computed again. */
async function noteDecisions(
  store: Store,
  runId: string,
  lineage: ReadonlyMap<string, QueryLineage>,
): Promise<void> {
  const rows = [...lineage.values()].flatMap(({ itemId, itemVersion, review: told }) =>
    told === undefined
      ? []
      : [
          {
            ...{ itemId, setting: PATH_SETTING, split: told.split, told },
            version: told.split === undefined ? undefined : itemVersion,
          },
        ],
  );
  if (rows.length > 0) await replaceOutcomes(store, runId, rows);
}

const noVector = (model: string, text: string): BenchwrightError =>
  new BenchwrightError('REBUILD_INPUT_MISSING', {
    expected: `the answer of ${model} for ${JSON.stringify(text.slice(0, 60))}`,
    found: 'no such answer in the ledger given',
    next: 'Add --ledger FILE, which `benchwright ledger export FILE --run NAME` wrote in the home that has the run.',
  });
