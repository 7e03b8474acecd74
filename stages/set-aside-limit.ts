import { sumOf } from '../core/counts.js';
import { BenchwrightError } from '../core/errors/benchwright-error.js';

/** Whether so many set aside stop a run: more than the share of what was read, not as many. */
export const passesSetAsideLimit = (
  limit: number,
  read: number,
  setAside: Readonly<Record<string, number>>,
): boolean => sumOf(setAside) > limit * read;

/** Too many records set aside: the rule that stops a run before it exports anything. @param first the first of them */
export function setAsideLimit({
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
    expected: `at most ${percent(limit)} of ${read} records set aside`,
    found: `${all} (${percent(all / read)}): ${named.join(', ')}`,
    ...(first === undefined ? {} : { where: `first: ${first}` }),
    next: 'Fix the source, or allow more in temporal.config.ts (limits.setAsideShare); then run under a new --name. Nothing was exported.',
    details: { setAside },
  });
}

const percent = (share: number): string => `${Number((share * 100).toFixed(2))} %`;
