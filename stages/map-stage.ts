import type { CallContext } from '../llm/asking/call-model.js';
import type { ModelAccess } from '../llm/asking/model-access.js';
import type { StageCall } from '../llm/batches/batch-access.js';
import type { ServedModel } from '../core/model-config.js';
import type { OpenWorkItem, WorkItemOutcome } from '../store/stages/work-items.js';
import type { Store } from '../store/store.js';
import type { WorkerTools } from './dialogue-tools.js';

/** What a stage needs in its worker. */
export interface StageDeps {
  readonly store: Store;
  /** Access to tools; undefined: nothing real is called. */
  readonly tools?: WorkerTools | undefined;
}

/** A call of a work item; the caller adds the use. */
export type FirstCall = Omit<StageCall, 'use'>;

/** A map stage with the data shared by its work items loaded. */
export interface MapStage {
  /** Its number of calls in flight determines how many work items run at once. */
  readonly role: ServedModel;
  /**
   * Processes one work item by a few sequential calls. A repeat gives the same outcome from the ledger.
   * @throws as `callModel`
   */
  work(access: ModelAccess, workItem: OpenWorkItem, call: CallContext): Promise<WorkItemOutcome>;
  /** A work item's calls that depend on no answer, as `work` makes them, for batches. Others are sent individually. */
  firstCalls(workItem: Pick<OpenWorkItem, 'input'>): Promise<readonly FirstCall[]>;
}

/** Opens a map stage from the run spec; once per slice. */
export type MapStageFactory = (deps: StageDeps, runId: string) => Promise<MapStage>;
