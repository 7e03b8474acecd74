import type { ConfigSection } from './config-section.js';
import type { ROLES } from './model-call.js';
import type { RejectReason } from './review/event.js';

/**
 * What a pipeline may do. Inside a workflow the steps are activities and child workflows; in `verify --rebuild`, previews,
 * `plan` and tests the same stage code runs in this process over a temporary store.
 */
export interface Steps {
  /** A map stage: the same question over many work items, in batches first where the run asks for that. */
  map(stage: string): Promise<void>;
  /** A conversation stage: each work item is a dialogue of several model turns. */
  conversation(stage: string): Promise<void>;
  /** The records of the run's sources, slice by slice, each record isolated from the others. */
  records(stage: string): Promise<void>;
  /** A whole-set step: one idempotent activity over everything before it. @returns what the step says, false if nothing */
  once(step: string): Promise<boolean>;
  /**
   * A review gate: opens its queue and waits until nothing is undecided.
   * @param gate absent: the run's items, before the export
   * @param refill map stage that replacements of rejected items pass before they enter the queue
   */
  review(gate?: string, refill?: string): Promise<void>;
  /** Writes the export. @returns the counts of its manifest */
  export(): Promise<unknown>;
}

/** What a pipeline knows of its run: the settings it was started with, and whether its items are reviewed. */
export interface PipelineInput<S> {
  readonly settings: S;
  readonly reviewed: boolean;
}

/** The stages of a family in their order, as a function that reads like the figure in its paper. */
export type Pipeline<S> = (run: PipelineInput<S>, on: Steps) => Promise<unknown>;

type Role = (typeof ROLES)[number];

/** A stage as status, `plan`, `--fresh`, the docs and the report name it. */
export interface StageSpec<S = unknown> {
  readonly name: string;
  readonly kind: 'map' | 'conversation' | 'records' | 'whole set' | 'review' | 'export';
  /**
   * The roles of the models that it asks; true: those that its prompts or an option name. Such a stage can be asked again
   * with `--fresh`.
   */
  readonly asks?: true | readonly Role[];
  /** Whether nothing after it can be made while one of its work items lacks an outcome. */
  readonly blocks?: true;
  /** Whether a run has it. Absent: every run. */
  readonly when?: (run: PipelineInput<S>) => boolean;
}

/** What people decide on in a review queue. */
export interface QueueSpec {
  /** What its items are called, in the plural. */
  readonly noun: string;
  /** Why an item may be rejected, in the order in which the reasons are offered. */
  readonly reasons: readonly RejectReason[];
  /** Whether reviewers may edit its items. @default true */
  readonly editable?: false;
}

/** A review queue before the end of a run: what people decide on before the next stage starts. */
export interface GateSpec extends QueueSpec {
  /** Stage that its progress is shown under. */
  readonly stage: string;
  /** Kind of its queue, as stores and exports name it. */
  readonly queue: string;
  /** What happens when all are decided. */
  readonly then: string;
  /** Why the run waits for them, after the noun. */
  readonly neededFor: string;
}

/** An option of `run`, `plan` and `regenerate` that belongs to a family. */
export interface OptionSpec {
  /** As `commander` takes it: `--queries <n>`. */
  readonly flags: string;
  readonly description: string;
  /** How the text is read. Absent: as it is; a flag without a value is true. */
  readonly value?: 'whole number' | 'share' | 'list';
  /** Heading in `--help`. */
  readonly group: string;
  /** What is used without it, for `--help` and the docs. */
  readonly fallback?: string;
  /** Field of the family's section of the configuration that it stands in for: `split.testShare` (`settingOptions`). */
  readonly setting?: string;
  /** Whether `regenerate` takes it too. */
  readonly regenerate?: true;
  /** Its earlier name, `--a-name`, which is refused with the new one. */
  readonly formerly?: string;
}

/** The half of a family that runs in the workflow sandbox: its stages, gates, options and pipeline. Imports core alone. */
export interface FamilySpec<
  N extends string = string,
  S = never,
  G extends string = string,
  C extends ConfigSection | undefined = ConfigSection | undefined,
> {
  readonly name: N;
  /** One line for `benchwright families` and the docs. */
  readonly title: string;
  /** What a run is made of, with the options that take it, as one line. */
  readonly needs: string;
  /** What its export contains, as one line. */
  readonly makes: string;
  /** The paper that defines it, as cards cite it. */
  readonly paper?: string;
  /** In order: status, plan, `--fresh`, the docs' picture. */
  readonly stages: readonly StageSpec<S>[];
  /** The run's items in review, whose kind has the family's name; undefined: nobody reviews a run of this family. */
  readonly review: QueueSpec | undefined;
  /** Review queues before the end, by name, in their order. */
  readonly gates: Readonly<Record<G, GateSpec>>;
  readonly options: readonly OptionSpec[];
  /** What `temporal.config.ts` takes under the family's name in camel case. Absent: nothing. */
  readonly config?: C;
  /** What follows `run NAME` in the example of `--help`. Absent: help shows the name alone. */
  readonly example?: string;
  /** Settings and splits of its items, by which `items list` can filter. Absent: none. */
  readonly itemFilters?: { readonly settings?: readonly string[]; readonly splits?: readonly string[] };
  readonly pipeline: Pipeline<S>;
}

/** Roles of the models that a run with these settings asks, in the order of its stages. */
export const rolesAsked = <S>(
  { stages }: { readonly stages: readonly StageSpec<S>[] },
  run: PipelineInput<S>,
): Role[] => [
  ...new Set(
    stages.flatMap(({ asks, when }) =>
      asks === undefined || asks === true || when?.(run) === false ? [] : asks,
    ),
  ),
];

/** The stages of a run with these settings, in order. */
export const stagesOf = <S>(
  { stages }: { readonly stages: readonly StageSpec<S>[] },
  run: PipelineInput<S>,
): string[] => stages.filter(({ when }) => when?.(run) ?? true).map(({ name }) => name);
