import type { CallContext } from '../llm/asking/call-model.js';
import type { ModelAccess } from '../llm/asking/model-access.js';
import type { StageCall } from '../llm/batches/batch-access.js';
import type { ServedModel } from '../core/model-config.js';
import type { OpenSubject, SubjectOutcome } from '../store/stages/subjects.js';
import type { Store } from '../store/store.js';
import type { RunContexts } from './mtu-bench/run-context.js';
import type { WorkerTools } from './t-eval/run-tools.js';

/** What the work of a stage is made of in its worker. */
export interface StageDeps {
  readonly store: Store;
  readonly contexts: RunContexts;
  /** How this worker calls tools; undefined: nothing real is called. */
  readonly tools?: WorkerTools | undefined;
}

/** A call of a subject, which is named by whoever asks for it. */
export type FirstCall = Omit<StageCall, 'use'>;

/** What a stage does with its subjects, with all that they share read already. */
export interface MapStage {
  /** Whose wire is to be kept busy: so many subjects are under way at once. */
  readonly role: ServedModel;
  /**
   * One subject, from its question to its outcome: asked again it gives the same outcome from the ledger. A few calls, one
   * after the other.
   * @throws as `callModel`
   */
  work(access: ModelAccess, subject: OpenSubject, call: CallContext): Promise<SubjectOutcome>;
  /**
   * Those of a subject's calls that are known before any is answered, as `work` makes them: what batches are made of. All
   * others go by themselves.
   */
  firstCalls(subject: Pick<OpenSubject, 'input'>): Promise<readonly FirstCall[]>;
}

/** A map stage: reads what a run froze for it; once a slice. */
export type MapStageFactory = (deps: StageDeps, runId: string) => Promise<MapStage>;
