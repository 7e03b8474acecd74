import type { ModelConfig } from '../../core/model-config.js';
import type { ModelAccess } from '../../llm/asking/model-access.js';
import type { VectorAnswers } from '../../llm/embedders/vector-answers.js';
import type { Store } from '../../store/store.js';

/** A run made in this process, in a temporary store. */
export interface LocalRun {
  readonly store: Store;
  readonly runId: string;
  /** A folder that is deleted with the store. */
  readonly folder: string;
}

/** How a run is made in this process. Nothing is ever sent to a paid provider here. */
export interface LocalOptions {
  /** Configuration of models: what a rehearsal answers, and prices. @default the defaults */
  readonly models?: ModelConfig;
  /** Who answers model calls. Absent: nobody, and no stage that asks is reached. */
  readonly access?: (access: ModelAccess) => ModelAccess;
  /** Where vectors of texts come from. @default computed on this machine */
  readonly vectors?: (store: Store) => VectorAnswers | Promise<VectorAnswers>;
  /** Folder of the export that is made again: decisions, attempts and quarantined records are read from it. */
  readonly exported?: string | undefined;
  /** Whether work items whose answers are `NotKnown` are left open, with all that depends on them. */
  readonly leaveOpen?: boolean;
  /** The whole-set step after which the pipeline ends. Absent: before the export. */
  readonly until?: string;
  /** Called before the first stage, to fill the temporary store. */
  readonly prepare?: (made: LocalRun) => Promise<void>;
}
