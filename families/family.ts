import type * as z from 'zod';
import type { ReviewedItems } from '../stages/review/review-items.js';
import type { MapStageFactory } from '../stages/map-stage.js';
import type { ConversationStage } from '../stages/conversation-stage.js';
import type { FamilySpec } from '../core/family.js';
import type { ManifestFile } from '../core/manifest.js';
import type { Review } from '../core/review/policy.js';
import type { CountsOf, FrozenOf } from '../core/run.js';
import type { VectorAnswers } from '../llm/embedders/vector-answers.js';
import type { FilesComparison } from '../outputs/compare-files.js';
import type { RunDocument } from '../store/documents.js';
import type { OutcomeRow } from '../store/review/outcomes.js';
import type { NewRun, Run } from '../store/runs.js';
import type { Store } from '../store/store.js';
import type { FamilyExports } from './parts/exports.js';
import type { FamilyItems } from './parts/items.js';
import type { FamilyText } from './parts/text.js';
import type { ReviewKind } from './parts/review.js';
import type { PlanningParts } from './parts/planning.js';
import type { Regenerate } from './parts/regenerating.js';

/** What stage code works with, inside a worker or in a process that rebuilds. */
export interface StageHost {
  readonly store: Store;
}

/** What a whole-set step works with. */
export interface StepHost extends StageHost {
  /** Called between pieces of work. @throws where the run is to stop */
  readonly beat: () => Promise<void>;
  /** Where vectors of texts come from, for the stage that asks for them. */
  readonly vectors: (stage: string) => VectorAnswers;
  /** What people decided at a gate. @throws REVIEW_NOT_FINISHED */
  readonly decided: (gate: string) => Promise<OutcomeRow[]>;
  /** Folder of the export that is rebuilt: recorded decisions are read from it instead of the review queues. */
  readonly exported?: string | undefined;
  /** Whether nothing is bought here, so that work items may stay without an outcome. */
  readonly preview?: boolean;
}

/** One idempotent step over everything before it. @returns false where a loop over it has nothing left to do */
export type WholeSetStep = (host: StepHost, runId: string) => Promise<boolean | void>;

/** Where a run's items, or what a gate holds back, go into review. */
export interface ReviewSource<R> {
  /** How people decide; undefined: nobody does. */
  review(run: R): Review | undefined;
  items(host: StageHost, run: R): ReviewedItems;
  /** How its items are shown, checked and compared. */
  readonly kind: ReviewKind;
}

/** A review gate before the end of a run. */
export interface Gate<R> extends ReviewSource<R> {
  /** The document that a run keeps once what people decided at this gate is settled. */
  readonly settled: Pick<RunDocument, 'kind' | 'name'>;
}

/** How an export is written. */
export interface ExportWriting {
  /** Whether people have yet to decide on some items, which are left out. */
  readonly partial: boolean;
  /** Called for each item or row. */
  readonly item: () => void;
  /** Called for each file. */
  readonly file: (path: string) => Promise<void>;
  /** Whether threads may be used; a rebuild writes in its own. */
  readonly threads: boolean;
}

/** The manifest of an export, as far as all families have it. */
export interface ManifestBase<C> {
  readonly family: string;
  readonly counts: C;
  readonly files: readonly ManifestFile[];
}
export type AnyManifest = ManifestBase<unknown>;

/** What `verify` is given besides the folder. */
export interface RebuildRequest {
  /** Absolute path of the export. */
  readonly folder: string;
  /** `NAME=PATH`, as typed: where the sources are on this machine. */
  readonly sources: readonly string[];
  /** File of the answers that it was built from, where models were asked. */
  readonly ledger: string | undefined;
  /** Folder of the schemas in whose names it was written, for exports made with `--schema`. */
  readonly schema: string | undefined;
  /** Folder of your own prompts, for exports made with some. */
  readonly prompts: string | undefined;
  /** Folder of the embedding model, for exports made with a local one. */
  readonly modelFolder: string | undefined;
  /** Column of the text, for files of rows. */
  readonly column: string | undefined;
  /** The home at hand. Absent: only what is given counts. */
  readonly home?: RebuildHome | undefined;
  readonly onProgress: (message: string) => void;
}

/** What a home knows of an export that it is asked to rebuild. */
export interface RebuildHome {
  /**
   * Where a run of this home has a source of the same content, or another root of a run with the same inputs. The
   * content there may have changed since.
   */
  placeOf(name: string): Promise<string | undefined>;
}

/** What `verify` found in an export: whole when all lists are empty. */
export interface Verification extends FilesComparison {
  readonly manifest: AnyManifest;
}

/** What every family brings besides its spec. A family that lacks a part says so with `undefined`. */
export interface FamilyHost<F extends string = string, G extends string = string> extends PlanningParts<F> {
  readonly spec: FamilySpec<F, FrozenOf<F>['settings'], G>;
  /** What a run is started with, checked as a whole. */
  readonly run: z.ZodType<FrozenOf<F>>;
  /** What a run made. */
  readonly counts: z.ZodType<CountsOf<F>>;
  readonly mapStages: Readonly<Record<string, MapStageFactory>>;
  readonly conversationStages: Readonly<Record<string, ConversationStage>>;
  readonly steps: Readonly<Record<string, WholeSetStep>>;
  /** How many workers a run gets from the command that drives it. Absent: one, which waits for models more than it works. */
  workers?(run: Run<F>): number;
  /** The run's items in review, before the export; undefined: nobody reviews a run of this family. */
  readonly review: ReviewSource<Run<F>> | undefined;
  /** As the spec's gates, by name. */
  readonly gates: Readonly<Record<G, Gate<Run<F>>>>;
  readonly output: {
    /** Items or rows that the export has, about, for the progress. */
    total(host: StageHost, run: Run<F>): Promise<number>;
    /** Writes the deterministic part of the export into an empty folder, from the store alone. */
    write(
      host: StageHost,
      run: Run<F>,
      folder: string,
      how: ExportWriting,
    ): Promise<ManifestBase<CountsOf<F>>>;
    /** Compares an export's files with its manifest. @throws NOT_AN_EXPORT */
    verify(folder: string): Promise<Verification>;
  } & FamilyExports;
  /** How an export is made again with changed options. Undefined: the family lacks it, and the command says so. */
  readonly regenerate: Regenerate<F> | undefined;
  readonly text: FamilyText<F>;
  readonly items: FamilyItems<F>;
  /** How an export is made again from itself, its sources and the ledger. */
  readonly rebuild: {
    /** What it is made from, for people: `its rows and answers`. */
    readonly from: string;
    /** The run that a manifest describes, as if it had just been asked for. @throws REBUILD_INPUT_MISSING, SOURCE_* */
    described(request: RebuildRequest, manifest: AnyManifest): Promise<NewRun>;
    /** Whether a mock run is rebuilt by answering again; otherwise its answers depend on its rates, and a ledger is needed. */
    readonly mocksAgain: boolean;
    /** By request digest, the attempt that `retry --failed` went on with. */
    attempts(folder: string): Promise<ReadonlyMap<string, number>>;
    /** What people decided on items, from the lineage. */
    decided?(folder: string): Promise<OutcomeRow[]>;
    /**
     * Settles what a stage cannot compute again, from the lineage; called before the stage.
     * @param preview whether the stage may come out differently this time
     */
    recorded?(host: StageHost, run: Run<F>, stage: string, folder: string, preview: boolean): Promise<void>;
  };
}
