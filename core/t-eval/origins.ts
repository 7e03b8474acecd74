import * as z from 'zod';

/** Where the value of an argument comes from; the first that holds. `none`: a model made it up. */
export const ORIGINS = ['user', 'default', 'observation', 'fact', 'none'] as const;
export type Origin = (typeof ORIGINS)[number];

/** Where an argument's value, or a part of it, comes from. */
export const argumentOriginSchema = z.strictObject({
  /** Id of the step. */
  step: z.int().nonnegative(),
  argument: z.string(),
  /** Where the argument is a list or an object: which part. */
  part: z.string().exactOptional(),
  from: z.enum(ORIGINS),
  /** Of an observation: the step that brought it, and where it stands in the response. */
  at: z.strictObject({ step: z.int().nonnegative(), path: z.string() }).exactOptional(),
});
export type ArgumentOrigin = z.infer<typeof argumentOriginSchema>;

/** `step 1: day`, `step 2: filters.0.name`. */
export const originPlace = ({
  step,
  argument,
  part,
}: Pick<ArgumentOrigin, 'step' | 'argument' | 'part'>): string =>
  `step ${step}: ${argument}${part === undefined ? '' : `.${part}`}`;

/** The sources as a reader is told of them. */
export const ORIGIN_WORDS: Readonly<Record<Origin, string>> = {
  user: 'the user’s words',
  default: 'defaults',
  observation: 'earlier responses',
  fact: 'facts',
  none: 'nowhere',
};

/** `user`, `observation (step 0: harbours.0)`. */
export const originWords = ({ from, at }: Pick<ArgumentOrigin, 'from' | 'at'>): string =>
  at === undefined ? from : `${from} (step ${at.step}${at.path === '' ? '' : `: ${at.path}`})`;
