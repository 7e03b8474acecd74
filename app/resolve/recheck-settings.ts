import { RECHECK_ENDS, type RecheckSettings } from '../../core/mtu-bench/rechecking.js';
import type { RunSettings } from '../../core/mtu-bench/run.js';
import { oneOfOr } from '../one-of.js';

/** What a person may say of the gold's recheck on the command line. */
export interface RecheckOptions {
  /** What becomes of items that a model finds wrong: `drop` (also where nothing is said, `true`), `flag`, or `none`. */
  readonly recheck?: string | true;
}

/** Answers that are asked for before an item's recheck is set aside. */
const DEFAULT_SAMPLES = 3;

/** The setting of the gold's recheck; none where nobody is asked. */
export const recheckOf = (
  wrong: RecheckSettings['wrong'] | 'none' = 'none',
  samples = DEFAULT_SAMPLES,
): Pick<RunSettings, 'recheck'> => (wrong === 'none' ? {} : { recheck: { wrong, samples, repair: true } });

/** The same of what was typed, over what is there. @throws USAGE */
export function recheckAsked(
  { recheck, samples }: RecheckOptions & { readonly samples?: number },
  there: RunSettings['recheck'],
): Pick<RunSettings, 'recheck'> {
  const word = recheck === true ? 'drop' : recheck;
  const wrong = oneOfOr('--recheck', word, [...RECHECK_ENDS, 'none'] as const, 'run');
  return recheckOf(wrong ?? there?.wrong, samples ?? there?.samples);
}
