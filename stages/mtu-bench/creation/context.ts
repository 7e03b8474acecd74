import type { CreationSettings } from '../../../core/mtu-bench/creation.js';
import type { ServedModel } from '../../../core/model-config.js';
import { askPrompt, type PromptQuestion } from '../../../llm/asking/ask-prompt.js';
import type { StructuredAnswer } from '../../../llm/asking/ask-structured.js';
import type { CallContext } from '../../../llm/asking/call-model.js';
import type { ModelAccess } from '../../../llm/asking/model-access.js';
import type { PromptDefinition } from '../../../prompts/definition.js';
import type { Run } from '../../../store/runs.js';
import type { Store } from '../../../store/store.js';
import { RunQuestions } from '../../run-questions.js';
import type { MtuBenchContexts } from '../run-context.js';

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
    private readonly questions: RunQuestions,
  ) {}

  static async open(store: Store, contexts: MtuBenchContexts, runId: string): Promise<CreationContext> {
    const { run } = await contexts.of(runId);
    const { create } = run.frozen.settings;
    if (create === undefined) throw new Error(`the run ${runId} was begun without anything to create`);
    return new CreationContext(run, create, await RunQuestions.open(store, run));
  }

  /** The role `generator`. */
  get role(): ServedModel {
    return this.questions.model('generator');
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
  question<I, O>({ definition, ...asked }: CreationQuestion<I, O>): PromptQuestion<I, O> {
    return this.questions.question(definition, { ...asked, role: 'generator' }, this.settings);
  }
}
