import type { CreationSettings } from '../../../core/mtu-bench/creation.js';
import type { ServedModel } from '../../../core/model-config.js';
import { askPrompt, type PromptQuestion } from '../../../llm/asking/ask-prompt.js';
import type { StructuredAnswer } from '../../../llm/asking/ask-structured.js';
import type { Retries } from '../../../llm/asking/attempts.js';
import type { CallContext } from '../../../llm/asking/call-model.js';
import type { ModelAccess } from '../../../llm/asking/model-access.js';
import { REPAIR_PROMPT } from '../../../llm/structured-output/repair.js';
import type { PromptDefinition } from '../../../prompts/definition.js';
import type { Prompt } from '../../../prompts/prompt.js';
import type { Run } from '../../../store/runs.js';
import { retriesOf } from '../../../store/stages/retries.js';
import type { Store } from '../../../store/store.js';
import { frozenPrompts } from '../../frozen-prompts.js';
import type { MtuBenchContexts } from '../run-context.js';
import { ownPart } from '../../../core/own-part.js';

/** A prompt with input for one of the creation stages. */
export interface CreationQuestion<I, O> {
  readonly definition: PromptDefinition<I, O>;
  readonly stage: string;
  readonly input: I;
}

/** Run spec data shared by the creation stages' work items. */
export class CreationContext {
  private constructor(
    readonly run: Run<'mtu-bench'>,
    readonly settings: CreationSettings,
    /** The role `generator`. */
    readonly role: ServedModel,
    private readonly retries: Retries,
    private readonly prompts: ReadonlyMap<string, Prompt>,
  ) {}

  static async open(store: Store, contexts: MtuBenchContexts, runId: string): Promise<CreationContext> {
    const { run } = await contexts.of(runId);
    const { settings, models, prompts: frozen } = run.frozen;
    const role = models?.roles.generator;
    if (settings.create === undefined || role === undefined)
      throw new Error(`the run ${runId} was begun without anything to create`);
    const prompts = await frozenPrompts(store, runId, frozen);
    return new CreationContext(run, settings.create, role, await retriesOf(store, runId), prompts);
  }

  /** Asks a prompt. @throws as `askPrompt` */
  ask<I, O>(
    access: ModelAccess,
    question: CreationQuestion<I, O>,
    call: CallContext,
  ): Promise<StructuredAnswer<O>> {
    return askPrompt(access, this.question(question), call);
  }

  /** The question for `plan` and batches. */
  question<I, O>({ definition, stage, input }: CreationQuestion<I, O>): PromptQuestion<I, O> {
    return {
      known: { definition, prompt: this.#prompt(definition.id) },
      ...{ input, model: this.role, settings: this.settings, repair: this.#prompt(REPAIR_PROMPT) },
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
