import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import type { Claimed } from '../../../core/review/item-requests.js';
import type { Actor } from '../../../core/review/rules.js';
import { onQueue } from './on-queue.js';
import { chooseItem, type OpenService, type ReviewActOptions } from './review-service.js';

/** The item that a command names, and the reviewer who acts on it. */
export interface ChosenItem {
  readonly queue: string;
  readonly itemId: string;
  readonly actor: Actor;
}

/**
 * @param owner whether the store's owner may act if no reviewer is named
 * @param first check of the queue before the item is looked up
 */
export const onItem = (
  item: string,
  options: ReviewActOptions,
  use: (open: OpenService, chosen: ChosenItem) => Promise<number>,
  owner = false,
  first: (open: OpenService, queue: string) => Promise<void> = () => Promise.resolve(),
): Promise<number> =>
  onQueue(options, owner ? 'reviewer or owner' : 'reviewer', async (open, { queue, actor }) => {
    await first(open, queue);
    return use(open, { queue, itemId: await chooseItem(open.store, queue, item), actor });
  });

export const claim = async ({ service, kindOf }: OpenService, queue: string, actor: Actor, itemId?: string) =>
  service.claim(
    queue,
    actor,
    { filter: {}, ahead: false, ...(itemId === undefined ? {} : { itemId }) },
    await kindOf(queue),
  );

/** Claims a named item. @throws REVIEW_REFUSED if it is not available */
export async function hold(
  open: OpenService,
  queue: string,
  actor: Actor,
  itemId: string,
): Promise<Exclude<Claimed, { none: true }>> {
  const claimed = await claim(open, queue, actor, itemId);
  if ('item' in claimed) return claimed;
  throw new BenchwrightError('REVIEW_REFUSED', {
    found: `${actor.name} cannot have ${itemId} now`,
    next: '`benchwright review show ITEM` says why.',
  });
}
