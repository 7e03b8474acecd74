import type { LocalOptions, LocalRun } from '../../app/rebuild/local-options.js';
import type { Planning, StagePlan } from '../../app/plan/stage-plan.js';
import type { Context } from '../../app/context.js';
import type { Embedder } from '../../core/embedder.js';
import type { FrozenOf } from '../../core/run.js';
import type { StageProgress } from '../../store/progress.js';
import type { RetryParts } from '../../store/retry.js';
import type { NewRun, Run } from '../../store/runs.js';
import type { Store } from '../../store/store.js';

/** Options of a command that begins or plans a run: the common ones, and the family's as its option table reads them. */
export interface RunOptions {
  readonly [option: string]: unknown;
  readonly seed: number;
  /** Name of a review policy. */
  readonly review?: string | undefined;
  /** Whether mock models answer. */
  readonly rehearse?: boolean | undefined;
  /** Whether calls go in batches where possible. */
  readonly batch?: boolean | undefined;
}

/** What a run is resolved from. */
export interface ResolveRequest {
  readonly context: Context;
  /** The home's store, for the generations of stages. */
  readonly store: Store;
  readonly name: string;
  readonly out: string;
  readonly options: RunOptions;
  /** Called before sources are read, with their total bytes. */
  readonly onFound?: ((bytes: number) => void) | undefined;
}

/** Runs a pipeline in this process over a temporary store (`app/rebuild/local-run.ts`, which asks the registry). */
export type RunLocally = <T>(
  asked: NewRun,
  options: LocalOptions,
  use: (made: LocalRun) => Promise<T>,
) => Promise<T>;

/** Runs the stages of a run that a temporary store has, as `RunLocally`. */
export type MakeStages = (made: LocalRun, options: LocalOptions) => Promise<void>;

/** Planning with what a family cannot import, as it leads back to the registry. */
export interface FamilyPlanning extends Planning {
  readonly runLocally: RunLocally;
  readonly makeStages: MakeStages;
}

/** What earlier runs say of a new one: `plan` shows it before its table. */
export interface RunExpectation {
  /** For `--json`, beside the stages. */
  readonly object: Readonly<Record<string, unknown>>;
  readonly lines: readonly string[];
}

/** What a run has left to do. */
export interface RunLeft {
  /** Calls that are still to be made. */
  readonly plans: readonly StagePlan[];
  /** What is left, for people. */
  readonly lines: readonly string[];
}

/** What a run needs of the environment of its workers. */
export interface RunNeeds {
  /** Where vectors of texts come from. */
  readonly embedders: readonly Embedder[];
  /** Full names of the APIs that are really called. */
  readonly called: readonly string[];
}

/** How a run of a family is begun, planned and taken up again. */
export interface PlanningParts<F extends string> {
  /** Resolves what a run is started with, before it exists. @throws USAGE, SOURCE_*, CONFIG_INVALID */
  resolve(request: ResolveRequest): Promise<NewRun<F>>;
  /** Estimates the calls of a new run; sends nothing. Undefined: no stage asks a model. */
  readonly estimate: ((run: NewRun<F>, planning: FamilyPlanning) => Promise<StagePlan[]>) | undefined;
  /** What is likely to become of a new run, by earlier runs of the home. Absent: nothing is said of it. */
  expected?(run: NewRun<F>, home: Store): Promise<RunExpectation | undefined>;
  /** What a run that is not finished has left. */
  left(run: Run<F>, progress: readonly StageProgress[], planning: FamilyPlanning): Promise<RunLeft>;
  /** Undefined: nothing but what its models need. */
  readonly needs: ((frozen: FrozenOf<F>) => RunNeeds) | undefined;
  /** The inputs that are asked for, with what a run keeps as it was begun. Undefined: every input counts. */
  readonly withKeptInputs: ((begun: FrozenOf<F>, asked: FrozenOf<F>) => FrozenOf<F>) | undefined;
  /** What `retry --failed` does besides reopening work items. Undefined: nothing. */
  readonly retry: RetryParts<F> | undefined;
}
