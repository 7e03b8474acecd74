import { EMBEDDER_ROOT } from '../../stages/mtu-bench/run-context.js';
import { MCP_ROOT } from '../../stages/t-eval/run-tools.js';
import { asFrozen } from '../../core/model-config.js';
import type { TEvalManifest } from '../../core/t-eval/manifest.js';
import { parsePrompt, type Prompt } from '../../prompts/prompt.js';
import { findRunDocument, GUIDELINE } from '../../store/documents.js';
import type { NewRun, Run } from '../../store/runs.js';
import type { Store } from '../../store/store.js';
import type { Context } from '../context.js';
import { freezeTEval, type GivenTools } from '../resolve/freeze-t-eval.js';
import { recordedRetries } from '../../families/recorded.js';
import { toolsOf } from '../../families/t-eval/described.js';
import type { TEvalOptions } from '../resolve/t-eval-settings.js';
import { assertModelFolder, baseRun, guidelineThere } from './base-run.js';

/** What a person asks of `regenerate` for an export of `t-eval`. */
export interface PathsRequest extends TEvalOptions {
  /** Absolute path of the export to start from. */
  readonly folder: string;
  readonly seed?: number;
  readonly name: string;
  readonly out: string;
}

/** The run to be made, and what of it is there already. */
export interface PathsPlan {
  readonly run: NewRun<'t-eval'>;
  /** The run that made the export, if this home has it. */
  readonly base: Run<'t-eval'> | undefined;
  /** What reviewers are told, where there are any. */
  readonly guideline: string | undefined;
  /** Attempts that `retry --failed` had gone on with: their answers count, not those that failed. */
  readonly retries: ReadonlyMap<string, number>;
}

/**
 * What has to be made to have an export of `t-eval` anew: everything that is not asked for stays as the manifest says,
 * tools, models, the words of prompts and the attempts that were tried again included, so that what was answered for it
 * answers again.
 * @throws REBUILD_INPUT_MISSING, as `freezeTEval`
 */
export async function planPaths(
  context: Context,
  store: Store,
  manifest: TEvalManifest,
  request: PathsRequest,
): Promise<PathsPlan> {
  const { folder } = request;
  const base = await baseRun(store, 't-eval', manifest);
  const { settings, review, models, seed } = manifest;
  const modelFolder = base?.roots[EMBEDDER_ROOT];
  if (request.embedder === undefined) assertModelFolder(settings.embedder, modelFolder);
  const run = await freezeTEval(
    context,
    store,
    {
      ...request,
      ...{ seed: request.seed ?? seed, rehearse: models.rehearsal },
      onProgress: (message) => context.terminal.note(message),
    },
    {
      ...{ settings, modelFolder, review, models: asFrozen(models) },
      guideline: await guidelineThere(store, folder, base),
      given: (request.tools ?? []).length === 0 ? await givenThere(folder, manifest, base) : undefined,
      prompts: request.prompts === undefined ? await promptsThere(store, base) : new Map(),
    },
  );
  const guideline = run.documents.find(
    ({ kind, name }) => kind === GUIDELINE.kind && name === GUIDELINE.name,
  );
  return { run, base, guideline: guideline?.text, retries: await recordedRetries(folder) };
}

/** The library of the export; how its servers are reached only the run that made it knows. */
async function givenThere(
  folder: string,
  manifest: TEvalManifest,
  base: Run<'t-eval'> | undefined,
): Promise<GivenTools> {
  const { tools } = await toolsOf(folder, manifest);
  const targets = Object.entries(base?.roots ?? {}).filter(([name]) => name.startsWith(MCP_ROOT));
  return {
    ...{ kind: manifest.sources[0]?.from ?? '', tools },
    targets: Object.fromEntries(targets.map(([name, target]) => [name.slice(MCP_ROOT.length), target])),
  };
}

/** The prompts of the run that made the export, word by word. */
async function promptsThere(store: Store, base: Run<'t-eval'> | undefined): Promise<Map<string, Prompt>> {
  const prompts = new Map<string, Prompt>();
  if (base === undefined) return prompts;
  for (const { id } of base.frozen.prompts) {
    const text = await findRunDocument(store, base.runId, { kind: 'prompt', name: id });
    if (text !== undefined) prompts.set(id, parsePrompt(text, id));
  }
  return prompts;
}
