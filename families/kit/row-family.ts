import * as z from 'zod';
import type { FamilySpec } from '../../core/family.js';
import { countsByReason, frozenPromptsSchema, RUN_FORMAT } from '../../core/frozen-parts.js';
import { EXPORT_FORMAT, manifestFileSchema } from '../../core/manifest.js';
import type { ROLES } from '../../core/model-call.js';
import { answeredBySchema, frozenModelsSchema } from '../../core/model-config.js';
import type { SeededRandom } from '../../core/random.js';
import { reviewCountsSchema } from '../../core/review/counts.js';
import { reviewSchema } from '../../core/review/policy.js';
import { rowsSourceSchema } from '../../core/rows-source.js';
import { recordOf } from '../../core/own-record.js';

/** A stage of a row family: one question to a model for each row. */
export interface RowStage<C> {
  /** Who is asked. */
  readonly role: (typeof ROLES)[number];
  /** The prompt as a text with its header (id, version, role, described-in); placeholders are Handlebars'. */
  readonly prompt: string;
  /** What the placeholders stand for. */
  readonly input: (content: C) => Readonly<Record<string, unknown>>;
  /** What the model is to answer; providers are sent it as a JSON schema. */
  readonly answer: z.ZodType;
  /** The row's content with the answer in it. */
  readonly apply: (content: C, answer: unknown) => C;
  /** What a mock model answers; satisfies the schema. */
  readonly mock: (content: C, draw: SeededRandom) => unknown;
}

/** The same stage with the type of its answer, by its schema, in `apply`. */
export interface TypedRowStage<C, A> extends Omit<RowStage<C>, 'answer' | 'apply'> {
  readonly answer: z.ZodType<A>;
  readonly apply: (content: C, answer: A) => C;
}

/** A stage whose `apply` gets the answer typed: `rowStage<Content>()({ answer: schema, apply, … })`. */
export const rowStage =
  <C>() =>
  <A>(stage: TypedRowStage<C, A>): RowStage<C> => ({
    ...stage,
    // Answers come parsed by the stage's schema.
    apply: (content, answer) => stage.apply(content, answer as A),
  });

/** A gate of a row family: people approve, edit or reject what a stage made. */
export interface RowGate<C> {
  /** The stage whose results are reviewed. */
  readonly after: string;
  /** One line for lists. */
  readonly title: (content: C) => string;
  /** What reviewers are told, in Markdown. */
  readonly guideline: string;
}

/**
 * A family of rows: every row of the sources is asked through the stages of the specification, one after the other, with
 * a gate between two of them where people are to decide. `--review POLICY` opens the gates. Whole-set steps are made of
 * these parts: `open-STAGE` before every stage but the first takes up what the stage before it made and the gate let pass.
 */
export interface RowFamily<S = unknown, C = unknown> {
  readonly spec: FamilySpec<string, S>;
  /** The family's settings, read from the options that its table lists. */
  readonly settings: z.ZodType<S>;
  /** What a row becomes. */
  readonly content: z.ZodType<C>;
  /** A row before the first stage. */
  readonly first: (text: string, settings: S) => C;
  /** By name, in the order of the specification. */
  readonly stages: Readonly<Record<string, RowStage<C>>>;
  /** By name, as in the specification. */
  readonly gates: Readonly<Record<string, RowGate<C>>>;
  /** The lines of each exported file (`data/…`) from the rows that passed, in the order of the sources. */
  readonly files: (rows: readonly FinishedRow<C>[]) => Readonly<Record<string, readonly string[]>>;
}

/** A row that passed all stages. */
export interface FinishedRow<C> {
  readonly itemId: string;
  /** Its id in its source. */
  readonly id: string;
  readonly content: C;
}

/** Rows by outcome; rows = made + quarantined + rejected. */
export const rowCountsSchema = z.strictObject({
  rows: z.int(),
  made: z.int(),
  /** By stage, then by reason. */
  setAside: recordOf(countsByReason),
  /** By gate. */
  rejected: countsByReason,
  review: reviewCountsSchema.optional(),
});
export type RowCounts = z.infer<typeof rowCountsSchema>;

/** The spec of a run of a row family. */
export const rowRunSchema = <S>(name: string, settings: z.ZodType<S>) =>
  z.strictObject({
    format: z.literal(RUN_FORMAT),
    family: z.literal(name),
    product: z.string(),
    seed: z.int(),
    review: reviewSchema,
    settings,
    models: frozenModelsSchema,
    sources: z.array(rowsSourceSchema).min(1),
    prompts: frozenPromptsSchema,
  });
export type RowRun<S> = z.infer<ReturnType<typeof rowRunSchema<S>>>;

/** `manifest.json` of its export. */
export const rowManifestSchema = <S>(name: string, settings: z.ZodType<S>) =>
  rowRunSchema(name, settings)
    .omit({ format: true, models: true })
    .extend({
      format: z.literal(EXPORT_FORMAT),
      models: answeredBySchema,
      counts: rowCountsSchema,
      files: z.array(manifestFileSchema),
    });
export type RowManifest<S> = z.infer<ReturnType<typeof rowManifestSchema<S>>>;
