import type { ROLES } from '../../core/model-call.js';
import type { ServedModel } from '../../core/model-config.js';
import { ownPart } from '../../core/own-part.js';
import type { UltraToolSettings } from '../../core/ultratool/run.js';
import type { FilledPrompt } from '../../llm/asking/ask-prompt.js';
import type { Retries } from '../../llm/asking/attempts.js';
import { REPAIR_PROMPT } from '../../llm/structured-output/repair.js';
import type { PromptDefinition } from '../../prompts/definition.js';
import type { Prompt } from '../../prompts/prompt.js';
import { getRun, ofFamily, type Run } from '../../store/runs.js';
import { retriesOf } from '../../store/stages/retries.js';
import type { Store } from '../../store/store.js';
import { frozenPrompts } from '../frozen-prompts.js';

/** Shared by all work items of an `ultratool` run. */
export class UltraToolContext {
  private constructor(
    readonly run: Run<'ultratool'>,
    readonly retries: Retries,
    private readonly prompts: ReadonlyMap<string, Prompt>,
  ) {}

  /** Reads the run spec and retries. */
  static async open(store: Store, runId: string): Promise<UltraToolContext> {
    const run = ofFamily(await getRun(store, runId), 'ultratool');
    const prompts = await frozenPrompts(store, runId, run.frozen.prompts);
    return new UltraToolContext(run, await retriesOf(store, runId), prompts);
  }

  get settings(): UltraToolSettings {
    return this.run.frozen.settings;
  }

  /** The model of a role. */
  model(role: (typeof ROLES)[number]): ServedModel {
    const model = this.run.frozen.models?.roles[role];
    if (model === undefined) throw new Error(`the run was begun without a model for ${role}`);
    return model;
  }

  /** A question for `askPrompt`, `plan` and batches. */
  question<I, O>(
    definition: PromptDefinition<I, O>,
    {
      role,
      stage,
      ...asked
    }: Pick<FilledPrompt<I, O>, 'input'> & { readonly role: (typeof ROLES)[number]; readonly stage: string },
  ) {
    return {
      ...asked,
      known: { definition, prompt: this.#prompt(definition.id) },
      model: this.model(role),
      settings: { samples: this.settings.samples, repair: true },
      repair: this.#prompt(REPAIR_PROMPT),
      epoch: ownPart(this.run.frozen.models?.epochs, stage) ?? 0,
      retries: this.retries,
    };
  }

  #prompt(id: string): Prompt {
    const prompt = this.prompts.get(id);
    if (prompt === undefined) throw new Error(`the run was begun without the prompt ${id}`);
    return prompt;
  }
}
