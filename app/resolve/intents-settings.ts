import { resolve } from 'node:path';
import type { Config } from '../../core/config.js';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { isReviewed, policyOf as policyNamed, reviewName, type Review } from '../../core/review/policy.js';
import type { RunSettings } from '../../core/mtu-bench/run.js';
import { readIntents } from './intents-file.js';

/** What a person may say of intents on the command line. */
export interface IntentOptions {
  /** A YAML list of intents whose dialogues are dropped, or `none`. */
  readonly dropIntents?: string;
  /** Whether a model says which are fit for tools. */
  readonly judgeIntents?: boolean;
  /** Who decides on that; nobody where it is not said. */
  readonly reviewIntents?: string;
}

type IntentSettings = Pick<RunSettings, 'dropIntents' | 'judgeIntents' | 'reviewIntents'>;

/** The policy of a name, and the option or field that names it. @throws USAGE, CONFIG_INVALID */
export type PolicyOf = (name: string, where: string) => Review;

/** Answers that are asked for before nothing usable was said of an intent. */
const DEFAULT_SAMPLES = 3;

/** Who may neither write an intent anew nor approve it could only reject it. @throws USAGE */
function judging(review: Review): Review {
  if (!isReviewed(review) || policyNamed(review).rounds.every(({ action }) => action !== 'write'))
    return review;
  throw new BenchwrightError('USAGE', {
    expected: 'a policy for intents whose rounds judge or edit',
    found: `${reviewName(review)}, whose reviewers write everything anew`,
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

/** The settings of intents as configured. @throws USAGE, CONFIG_INVALID */
export const intentsOf = (
  { dropIntents, judgeIntents, reviewIntents }: Config['mtuBench'],
  policyOf: PolicyOf,
): IntentSettings => settingsOf(dropIntents, judgeIntents, policyOf(reviewIntents, 'mtuBench.reviewIntents'));

/** The same of what was typed, over what is there. @throws USAGE, CONFIG_INVALID */
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
