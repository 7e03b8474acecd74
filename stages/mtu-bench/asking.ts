import type { ROLES } from '../../core/model-call.js';
import type { ServedModel } from '../../core/model-config.js';
import type { Retries } from '../../llm/asking/attempts.js';
import { REPAIR_PROMPT } from '../../llm/structured-output/repair.js';
import type { Prompt } from '../../prompts/prompt.js';
import { retriesOf } from '../../store/stages/retries.js';
import type { Store } from '../../store/store.js';
import type { Catalogue } from '../../transforms/mtu-bench/tools/catalogue.js';
import { frozenPrompts } from '../frozen-prompts.js';
import type { MtuBenchContexts } from './run-context.js';
import { ownPart } from '../../core/own-part.js';

/** Shared by all work items of an `mtu-bench` stage with model calls. */
export interface StageModelContext {
  readonly role: ServedModel;
  readonly epoch: number;
  readonly retries: Retries;
  readonly repair: Prompt;
  /** The run spec's text of a prompt. */
  readonly promptOf: (id: string) => Prompt;
}

/** Like `StageModelContext`, for stages over items. */
export interface AskingOfItems extends StageModelContext {
  /** Tools after clustering. */
  readonly catalogue: Catalogue;
}

/** Reads the run spec for a stage with model calls. */
export async function openAsking(
  store: Store,
  contexts: MtuBenchContexts,
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
    epoch: ownPart(frozen.models?.epochs, stage) ?? 0,
    retries: await retriesOf(store, runId),
    repair: promptOf(REPAIR_PROMPT),
    promptOf,
  };
}

/** Like `openAsking`, for a stage over items; requires the cluster stage. */
export async function openAskingOfItems(
  ...[store, contexts, runId, stage, asked]: Parameters<typeof openAsking>
): Promise<AskingOfItems> {
  const { catalogue } = (await contexts.tools(runId)).clustered;
  return { ...(await openAsking(store, contexts, runId, stage, asked)), catalogue };
}
