import type { CallContext } from '../llm/asking/call-model.js';
import type { ModelAccess } from '../llm/asking/model-access.js';
import type { ServedModel } from '../core/model-config.js';
import type { OpenSubject, SubjectOutcome } from '../store/stages/subjects.js';
import type { StageDeps } from './map-stage.js';

/** What a conversation stage does with its subjects, with all that they share read already. */
export interface ConversationRunner {
  /** Whose wire is to be kept busy: so many conversations are under way at once. */
  readonly role: ServedModel;
  /**
   * Goes on with a subject, from its beginning: what was asked before comes from the ledger.
   * @param calls that may be bought at most, about
   * @returns undefined when it has not come to its end
   * @throws as `callModel`
   */
  work(
    access: ModelAccess,
    subject: OpenSubject,
    call: CallContext,
    calls: number,
  ): Promise<SubjectOutcome | undefined>;
}

/** A conversation stage: reads what a run froze for it; once an execution. */
export type ConversationStage = (deps: StageDeps, runId: string) => Promise<ConversationRunner>;
