import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import type { ItemFilter, ItemState, KindShown } from '../../../core/review/api.js';
import type { RejectReason } from '../../../core/review/event.js';

/** Options that select items of a queue. */
export interface FilterOptions {
  readonly state?: ItemState;
  readonly split?: string;
  readonly setting?: string;
  readonly tool?: string;
  readonly flag?: string;
  readonly reason?: string;
  readonly round?: string;
  readonly search?: string;
  readonly comments?: boolean;
  readonly mine?: boolean;
}

/** The filter of these options. */
export function filterOf(
  { state, split, setting, tool, flag, reason, round, search, comments, mine }: FilterOptions,
  items: readonly string[] = [],
): ItemFilter {
  const all = {
    ...{ state, split, setting, tool, flag, reason, round, search },
    comments: comments === true ? 'open' : undefined,
    mine: mine === true ? true : undefined,
  };
  const given = Object.entries(all).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), ...(items.length === 0 ? {} : { items: [...items] }) };
}

/** Validates a reason against those of the queue's items. @throws USAGE */
export function reasonOf(given: string, { noun, reasons }: KindShown): RejectReason {
  const found = reasons.find((reason) => reason === given);
  if (found !== undefined) return found;
  throw new BenchwrightError('USAGE', {
    expected: `--reason with one of: ${reasons.join(', ')}`,
    found: given === '' ? 'no --reason' : given,
    where: `a queue of ${noun}`,
    next: 'Say the reason that fits; `other` needs --text.',
  });
}
