import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { askStageOf } from '../../core/ask-run.js';
import { answeredRows } from '../../activities/ask-activities.js';
import { openAskContext, type AskRow } from '../../stages/ask/ask-context.js';
import { askRow } from '../../stages/ask/ask-row.js';
import { converseRow } from '../../stages/ask/converse-row.js';
import type { AskManifest } from '../../core/ask-manifest.js';
import { RUN_FORMAT } from '../../core/frozen-parts.js';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { asFrozen, modelConfigSchema } from '../../core/model-config.js';
import type { ModelAccess } from '../../llm/asking/model-access.js';
import { writeAnswers } from '../../outputs/ask/write-answers.js';
import { PromptLibrary } from '../../prompts/library.js';
import { readRowsFile } from '../../sources/rows-file.js';
import { createRun, getRun, ofFamily, type NewRun } from '../../store/runs.js';
import { noteRetries, retriesOf } from '../../store/stages/retries.js';
import { settleSubjects, streamSubjects } from '../../store/stages/subjects.js';
import { openStore, type Store } from '../../store/store.js';
import { rowsAsSubjects } from '../resolve/freeze-ask.js';
import { withModels } from '../models/open-models.js';
import { givenSources, ROWS_NAMES } from '../sources/parse-sources.js';
import { compareRebuilt, promptText, type RebuildDifference } from './rebuild-export.js';
import { takeInLedger } from '../models/take-in-ledger.js';

/** What a rebuild of answers is given. */
export interface AnswersRequest {
  readonly folder: string;
  readonly manifest: AskManifest;
  /** `NAME=FILE`, as typed. */
  readonly sources: readonly string[];
  /** File of the answers that it was built from; a rehearsal needs none. */
  readonly ledger: string | undefined;
  readonly prompts: string | undefined;
  readonly column: string | undefined;
  readonly onProgress: (message: string) => void;
}

/**
 * Makes an export of `ask` again from its rows and the ledger's answers, offline, and compares it byte for byte.
 * @throws REBUILD_INPUT_MISSING naming the source, prompt or answer that is not there; SOURCE_*, LEDGER_INVALID
 */
export async function rebuildAnswers(request: AnswersRequest): Promise<RebuildDifference[]> {
  const folder = await mkdtemp(join(tmpdir(), 'benchwright-rebuild-'));
  try {
    const store = await openStore(join(folder, 'store.db'));
    try {
      const { runId } = await createRun(store, await described(request));
      if (request.ledger !== undefined) await takeInLedger(store, request.ledger);
      await noteRetries(store, runId, await recordedRetries(request.folder));
      request.onProgress('finding the answers again');
      await withModels(REHEARSED_AGAIN, store, (access) => answerAll(store, runId, offline(access)));
      const out = join(folder, 'export');
      await mkdir(out);
      const run = ofFamily(await getRun(store, runId), 'ask');
      const rows = () => answeredRows(store, run);
      const retries = await retriesOf(store, runId);
      const { files } = await writeAnswers(out, run.frozen, { rows, retries }, () => undefined);
      return compareRebuilt(request.manifest.files, files);
    } finally {
      await store.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The run that the manifest describes, as if it had just been asked for. */
async function described({ manifest, sources, prompts, column }: AnswersRequest): Promise<NewRun<'ask'>> {
  const { counts: _counts, files: _files, models, ...inputs } = manifest;
  const given = givenSources(sources, ROWS_NAMES);
  const library = PromptLibrary.open(prompts);
  const files = await Promise.all(
    manifest.sources.map(async ({ name, path, sha256 }) => {
      const file = given.get(name);
      if (file === undefined)
        throw missing(`the source "${name}" (${path})`, 'no --source for it', `Add --source ${name}=FILE.`);
      const found = await readRowsFile(file, column);
      if (found.sha256 !== sha256)
        throw missing(
          `${path} (SHA-256 ${sha256.slice(0, 12)}…)`,
          `another content (SHA-256 ${found.sha256.slice(0, 12)}…)`,
          'Give the file that the export was made from.',
        );
      return { source: name, file: { ...found, path } };
    }),
  );
  return {
    name: 'rebuild',
    out: 'rebuild',
    frozen: { ...inputs, format: RUN_FORMAT, models: asFrozen(models) },
    roots: {},
    shards: [],
    documents: manifest.prompts.map((prompt) => ({
      kind: 'prompt' as const,
      name: prompt.id,
      text: promptText(library, prompt),
    })),
    subjects: rowsAsSubjects(askStageOf(manifest.settings), files),
  };
}

/** The attempts that `retry --failed` had gone on with. */
export async function recordedRetries(folder: string): Promise<Map<string, number>> {
  const text = await readFile(join(folder, 'data', 'retries.json'), 'utf8').catch(() => '{}');
  return new Map(Object.entries(z.record(z.string(), z.int()).parse(JSON.parse(text))));
}

/** How a rebuild rehearses: as a rehearsal does by default, but nothing is waited for on the way, which changes no answer. */
export const REHEARSED_AGAIN = modelConfigSchema.parse({ rehearsal: { rateLimited: 0, lost: 0 } });

/** What rehearses answers, and what the ledger has; nothing is sent. */
export const offline = (access: ModelAccess): ModelAccess => ({
  ...access,
  provider(kind) {
    if (kind === 'rehearsal') return access.provider(kind);
    throw missing(
      `every answer of ${kind} that the export was built from`,
      'one that is not in the ledger given',
      'Add --ledger FILE, which `benchwright ledger export FILE --run NAME` wrote in the home that has the run.',
    );
  },
});

async function answerAll(store: Store, runId: string, access: ModelAccess): Promise<void> {
  const context = await openAskContext(store, runId);
  const { stage } = context;
  const call = { execution: 'rebuild' };
  for await (const { ordinal, input } of streamSubjects(store, runId, stage)) {
    const row = input as AskRow;
    const result =
      stage === 'ask'
        ? await askRow(access, context, row, call)
        : await converseRow(access, context, row, call, Number.MAX_SAFE_INTEGER);
    if (result) await settleSubjects(store, [{ runId, stage, ordinal, result }]);
  }
}

const missing = (expected: string, found: string, next: string): BenchwrightError =>
  new BenchwrightError('REBUILD_INPUT_MISSING', { expected, found, next });
