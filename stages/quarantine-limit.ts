import { sumOf } from '../core/counts.js';
import { BenchwrightError } from '../core/errors/benchwright-error.js';

/** Whether more than this share of the records read is quarantined; exactly the share is allowed. */
export const exceedsQuarantineLimit = (
  limit: number,
  read: number,
  setAside: Readonly<Record<string, number>>,
): boolean => sumOf(setAside) > limit * read;

/** The error that stops a run with too many quarantined records before export. @param first the first of them */
export function quarantineLimit({
  limit,
  read,
  setAside,
  first,
}: {
  readonly limit: number;
  readonly read: number;
  readonly setAside: Readonly<Record<string, number>>;
  readonly first: string | undefined;
}): BenchwrightError {
  const all = sumOf(setAside);
  const named = Object.entries(setAside).map(([reason, count]) => `${reason} ${count}`);
  return new BenchwrightError('SET_ASIDE_LIMIT', {
    expected: `at most ${percent(limit)} of ${read} records quarantined`,
    found: `${all} (${percent(all / read)}): ${named.join(', ')}`,
    ...(first === undefined ? {} : { where: `first: ${first}` }),
    next: 'Fix the source, or allow more in temporal.config.ts (limits.quarantinedShare); then run under a new --name. Nothing was exported.',
    details: { setAside },
  });
}

/** A share, 0 to 1, with at most two decimals. */
export const percent = (share: number): string => `${Number((share * 100).toFixed(2))} %`;
