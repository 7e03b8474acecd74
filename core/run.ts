import * as z from 'zod';
import { frozenPromptsSchema, RUN_FORMAT } from './frozen-parts.js';
import { frozenModelsSchema } from './model-config.js';
import { reviewSchema } from './review/policy.js';

/**
 * The frozen inputs of a run, which `resume` uses even if the configuration has changed. These fields are common to all
 * families; a family's own schema (`FamilyHost.run`) checks the whole.
 */
export const frozenRunSchema = z.looseObject({
  format: z.literal(RUN_FORMAT),
  family: z.string(),
  /** Version of the product that created the run. */
  product: z.string(),
  seed: z.int(),
  review: reviewSchema,
  settings: z.looseObject({}),
  sources: z.array(z.looseObject({ name: z.string(), kind: z.string() })),
  models: frozenModelsSchema.optional(),
  prompts: frozenPromptsSchema.optional(),
});

export type FrozenRun = z.infer<typeof frozenRunSchema>;

/**
 * What belongs to each family, by its name. A family adds itself where its types are:
 * `declare module '../run.js' { interface Families { … } }`.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- each family declares its own member
export interface Families {}
export type Family = keyof Families;

/** The frozen inputs of a family's runs; for a family unknown at compile time, the common fields. */
export type FrozenOf<F extends string> = F extends Family ? Families[F]['frozen'] : FrozenRun;
/** The counts of a family's runs. */
export type CountsOf<F extends string> = F extends Family ? Families[F]['counts'] : RunCounts;

export const RUN_STATUSES = [
  'created',
  'running',
  'waiting for review',
  'finished',
  'paused',
  'stopped',
  'failed',
  'cancelled',
] as const;
/**
 * `waiting for review`: only decisions of reviewers are missing; `paused`: by a user; `stopped`: by a rule of the run
 * (too many quarantined records, no split possible).
 */
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Name of a stage; each family has its own (families/NAME/spec.ts). */
export type Stage = string;

/** The counts of a run of any family; a family's own schema (`FamilyHost.counts`) checks the whole. */
export const runCountsSchema = z.looseObject({});
export type RunCounts = z.infer<typeof runCountsSchema>;
