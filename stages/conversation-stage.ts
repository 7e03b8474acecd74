import type { CallContext } from '../llm/asking/call-model.js';
import type { ModelAccess } from '../llm/asking/model-access.js';
import type { ServedModel } from '../core/model-config.js';
import type { OpenWorkItem, WorkItemOutcome } from '../store/stages/work-items.js';
import type { StageDeps } from './map-stage.js';

/** A conversation stage with the data shared by its work items loaded. */
export interface ConversationRunner {
  /** Its number of calls in flight determines how many conversations run at once. */
  readonly role: ServedModel;
  /** Conversations at once, in the order of their work items. @default as many as the calls in flight allow */
  readonly atOnce?: number | undefined;
  /**
   * Continues a work item by replaying it; earlier answers come from the ledger.
   * @param calls approximate maximum to buy
   * @returns undefined if unfinished
   * @throws as `callModel`
   */
  work(
    access: ModelAccess,
    workItem: OpenWorkItem,
    call: CallContext,
    calls: number,
  ): Promise<WorkItemOutcome | undefined>;
}

/** Opens a conversation stage from the run spec; once per execution. */
export type ConversationStage = (deps: StageDeps, runId: string) => Promise<ConversationRunner>;
