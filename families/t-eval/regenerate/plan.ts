import { EMBEDDER_ROOT } from '../../../core/embedder.js';
import type { GivenTools } from '../../../app/resolve/called-tools.js';
import { targetsIn } from '../../../stages/dialogue-tools.js';
import { asFrozen } from '../../../core/model-config.js';
import type { TEvalManifest } from '../../../core/t-eval/manifest.js';
import { parsePrompt, type Prompt } from '../../../prompts/prompt.js';
import { findRunDocument, GUIDELINE } from '../../../store/documents.js';
import type { NewRun, Run } from '../../../store/runs.js';
import type { Store } from '../../../store/store.js';
import type { Context } from '../../../app/context.js';
import { resolveTEval, type BaseExportData } from '../resolve/resolve-run.js';
import { recordedRetries } from '../../recorded.js';
import { factsOf, toolsOf } from '../described.js';
import type { TEvalOptions } from '../resolve/settings.js';
import { assertModelFolder, baseRun, guidelineFromRun } from '../../../app/regenerate/base-run.js';

/** Options of `regenerate` for a `t-eval` export. */
export interface TEvalRegenerateRequest extends TEvalOptions {
  /** Absolute path of the base export. */
  readonly folder: string;
  readonly seed?: number;
  readonly name: string;
  readonly out: string;
}

/** The run to make, and what already exists. */
export interface TEvalRegeneratePlan {
  readonly run: NewRun<'t-eval'>;
  /** The run that made the export, if in this home. */
  readonly base: Run<'t-eval'> | undefined;
  /** The guideline, if there is review. */
  readonly guideline: string | undefined;
  /** First attempts after `retry --failed`, whose answers are used instead of the failed ones. */
  readonly retries: ReadonlyMap<string, number>;
}

/**
 * Plans the regeneration of a T-Eval export. Options that are not given keep the manifest's values (tools, models,
 * prompt texts, retry attempts), so the ledger's answers are reused.
 * @throws REBUILD_INPUT_MISSING, as `resolveTEval`
 */
export async function planTEvalRegeneration(
  context: Context,
  store: Store,
  manifest: TEvalManifest,
  request: TEvalRegenerateRequest,
): Promise<TEvalRegeneratePlan> {
  const { folder } = request;
  const base = await baseRun(store, 't-eval', manifest);
  const { settings, review, models, seed } = manifest;
  const modelFolder = base?.roots[EMBEDDER_ROOT];
  if (request.embedder === undefined) assertModelFolder(settings.embedder, modelFolder);
  const run = await resolveTEval(
    context,
    store,
    {
      ...request,
      ...{ seed: request.seed ?? seed, rehearse: models.rehearsal },
      onProgress: (message) => context.terminal.note(message),
    },
    {
      ...{ settings, modelFolder, review, models: asFrozen(models) },
      guideline: await guidelineFromRun(store, folder, base),
      given:
        (request.tools ?? []).length === 0 ? await givenToolsFromExport(folder, manifest, base) : undefined,
      facts: await factsFromExport(folder, manifest),
      prompts: request.prompts === undefined ? await promptsFromRun(store, base) : new Map(),
    },
  );
  const guideline = run.documents.find(
    ({ kind, name }) => kind === GUIDELINE.kind && name === GUIDELINE.name,
  );
  return { run, base, guideline: guideline?.text, retries: await recordedRetries(folder) };
}

/** The export's tool library; how to reach its servers is known only to its run. */
async function givenToolsFromExport(
  folder: string,
  manifest: TEvalManifest,
  base: Run<'t-eval'> | undefined,
): Promise<GivenTools> {
  const { tools } = await toolsOf(folder, manifest);
  return { kind: manifest.sources[0]?.from ?? '', tools, targets: targetsIn(base?.roots ?? {}) };
}

async function factsFromExport(folder: string, manifest: TEvalManifest): Promise<BaseExportData['facts']> {
  const text = await factsOf(folder, manifest);
  const { facts } = manifest.settings;
  return text === undefined || facts === undefined ? undefined : { text, shown: facts.shown };
}

/** The prompt texts of the run that made the export. */
async function promptsFromRun(store: Store, base: Run<'t-eval'> | undefined): Promise<Map<string, Prompt>> {
  const prompts = new Map<string, Prompt>();
  if (base === undefined) return prompts;
  for (const { id } of base.frozen.prompts) {
    const text = await findRunDocument(store, base.runId, { kind: 'prompt', name: id });
    if (text !== undefined) prompts.set(id, parsePrompt(text, id));
  }
  return prompts;
}
