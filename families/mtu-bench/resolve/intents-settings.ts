import { resolve } from 'node:path';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { isReviewed, policyOf as policyNamed, reviewName, type Review } from '../../../core/review/policy.js';
import type { MtuBenchSettings } from '../../../core/mtu-bench/run.js';
import type { MtuBenchConfig } from '../config.js';
import { readIntents } from './intents-file.js';

/** Command-line options for intents. */
export interface IntentOptions {
  /** YAML list of intents whose dialogues are dropped, or `none`. */
  readonly dropIntents?: string;
  /** Whether a model judges which intents are suitable as tools. */
  readonly judgeIntents?: boolean;
  /** Review policy for intents; absent: no review. */
  readonly reviewIntents?: string;
}

type IntentSettings = Pick<MtuBenchSettings, 'dropIntents' | 'judgeIntents' | 'reviewIntents'>;

/** Looks up a policy for an option or field. @throws USAGE, CONFIG_INVALID */
export type PolicyOf = (name: string, where: string) => Review;

/** Samples before an intent counts as unjudged. */
const DEFAULT_SAMPLES = 3;

/** Reviewers of intents can only reject if the policy forbids approval. @throws USAGE */
function judging(review: Review): Review {
  if (!isReviewed(review) || policyNamed(review).rounds.every(({ action }) => action !== 'write'))
    return review;
  throw new BenchwrightError('USAGE', {
    expected: 'a policy for intents whose rounds judge or edit',
    found: `${reviewName(review)}, whose reviewers write each item from scratch`,
    next: 'Give another policy with --review-intents, such as single; of an intent nothing is written.',
  });
}

const settingsOf = (
  dropIntents: readonly string[] = [],
  judge: boolean,
  review: Review = 'none',
  samples = DEFAULT_SAMPLES,
): IntentSettings => ({
  ...(dropIntents.length > 0 && { dropIntents: [...dropIntents] }),
  ...(judge && { judgeIntents: { samples, repair: true } }),
  ...(isReviewed(review) && { reviewIntents: judging(review) }),
});

/** The configured intent settings. @throws USAGE, CONFIG_INVALID */
export const intentsOf = (
  { dropIntents, judgeIntents, reviewIntents }: MtuBenchConfig,
  policyOf: PolicyOf,
): IntentSettings => settingsOf(dropIntents, judgeIntents, policyOf(reviewIntents, 'mtuBench.reviewIntents'));

/** Intent settings with options applied. @throws USAGE, CONFIG_INVALID */
export async function intentsAsked(
  options: IntentOptions & { readonly samples?: number },
  there: IntentSettings,
  policyOf: PolicyOf,
): Promise<IntentSettings> {
  const { dropIntents: file, judgeIntents, reviewIntents, samples } = options;
  const listed =
    file === undefined ? there.dropIntents : file === 'none' ? [] : await readIntents(resolve(file));
  return settingsOf(
    listed,
    judgeIntents ?? there.judgeIntents !== undefined,
    reviewIntents === undefined ? there.reviewIntents : policyOf(reviewIntents, '--review-intents'),
    samples ?? there.judgeIntents?.samples,
  );
}
