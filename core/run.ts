import * as z from 'zod';
import { frozenPromptsSchema, RUN_FORMAT } from './frozen-parts.js';
import { frozenModelsSchema } from './model-config.js';
import { reviewSchema } from './review/policy.js';

/**
 * What a run of any family was started with, frozen: `resume` uses this, whatever the configuration says by then. What
 * stands here is common to all families; a family's own schema (`FamilyHost.run`) checks the whole.
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

/** What a run of a family was started with; of a name that is not known at compile time: what all have. */
export type FrozenOf<F extends string> = F extends Family ? Families[F]['frozen'] : FrozenRun;
/** What a run of a family made. */
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
/** `waiting for review`: nothing but people is missing; `paused`: a person asked for it; `stopped`: a rule of the run did (too many quarantined records, no split possible). */
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Name of a stage; each family has its own (families/NAME/spec.ts). */
export type Stage = string;

/** What a run of any family made; a family's own schema (`FamilyHost.counts`) checks the whole. */
export const runCountsSchema = z.looseObject({});
export type RunCounts = z.infer<typeof runCountsSchema>;
