import type { ROLES } from '../core/model-call.js';
import type { ServedModel } from '../core/model-config.js';
import type { Retries } from '../llm/asking/attempts.js';
import { REPAIR_PROMPT } from '../llm/structured-output/repair.js';
import type { Prompt } from '../prompts/prompt.js';
import { retriesOf } from '../store/stages/retries.js';
import type { Store } from '../store/store.js';
import type { Catalogue } from '../transforms/mtu-bench/tools/catalogue.js';
import { frozenPrompts } from './frozen-prompts.js';
import type { RunContexts } from './mtu-bench/run-context.js';

/** What all subjects of a stage of `mtu-bench` share that a model is asked about. */
export interface StageModelContext {
  readonly role: ServedModel;
  readonly epoch: number;
  readonly retries: Retries;
  readonly repair: Prompt;
  /** The text that the run froze for a prompt. */
  readonly promptOf: (id: string) => Prompt;
}

/** The same of items. */
export interface AskingOfItems extends StageModelContext {
  /** Tools since clustering. */
  readonly catalogue: Catalogue;
}

/** Reads what a run froze for one of its stages that ask. */
export async function openAsking(
  store: Store,
  contexts: RunContexts,
  runId: string,
  stage: string,
  asked: (typeof ROLES)[number],
): Promise<StageModelContext> {
  const { frozen } = (await contexts.of(runId)).run;
  const role = frozen.models?.roles[asked];
  if (role === undefined) throw new Error(`the run ${runId} was begun without a model for ${asked}`);
  const prompts = await frozenPrompts(store, runId, frozen.prompts);
  const promptOf = (id: string): Prompt => {
    const prompt = prompts.get(id);
    if (prompt === undefined) throw new Error(`the run ${runId} was begun without the prompt ${id}`);
    return prompt;
  };
  return {
    role,
    epoch: frozen.models?.epochs[stage] ?? 0,
    retries: await retriesOf(store, runId),
    repair: promptOf(REPAIR_PROMPT),
    promptOf,
  };
}

/** The same for a stage that asks about items; the cluster stage comes first. */
export async function openAskingOfItems(
  ...[store, contexts, runId, stage, asked]: Parameters<typeof openAsking>
): Promise<AskingOfItems> {
  const { catalogue } = (await contexts.tools(runId)).clustered;
  return { ...(await openAsking(store, contexts, runId, stage, asked)), catalogue };
}
