import { RECHECK_ENDS, type RecheckSettings } from '../../../core/mtu-bench/rechecking.js';
import type { MtuBenchSettings } from '../../../core/mtu-bench/run.js';
import { oneOfOr } from '../../../app/one-of.js';

/** Command-line options for the gold recheck. */
export interface RecheckOptions {
  /** What happens to wrong items: `drop` (default, `true`), `flag`, or `none`. */
  readonly recheck?: string | true;
}

/** Samples before an item's recheck fails. */
const DEFAULT_SAMPLES = 3;

/** The recheck setting; undefined for none. */
export const recheckOf = (
  wrong: RecheckSettings['wrong'] | 'none' = 'none',
  samples = DEFAULT_SAMPLES,
): Pick<MtuBenchSettings, 'recheck'> =>
  wrong === 'none' ? {} : { recheck: { wrong, samples, repair: true } };

/** The recheck setting with options applied. @throws USAGE */
export function recheckAsked(
  { recheck, samples }: RecheckOptions & { readonly samples?: number },
  there: MtuBenchSettings['recheck'],
): Pick<MtuBenchSettings, 'recheck'> {
  const word = recheck === true ? 'drop' : recheck;
  const wrong = oneOfOr('--recheck', word, [...RECHECK_ENDS, 'none'] as const, 'run');
  return recheckOf(wrong ?? there?.wrong, samples ?? there?.samples);
}
