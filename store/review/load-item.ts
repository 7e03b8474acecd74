import type { Kysely } from 'kysely';
import type { ItemReview } from '../../core/review/item-review.js';
import type { Tables } from '../tables.js';
import { itemNotFound } from './refusals.js';
import { parseJson } from '../../core/json.js';

/** Row and state of an item. */
export interface LoadedItem {
  readonly row: Tables['review_items'];
  readonly item: ItemReview;
}

/** Loads an item, inside or outside a write job. @throws ITEM_NOT_FOUND */
export async function loadItem(db: Kysely<Tables>, queue: string, itemId: string): Promise<LoadedItem> {
  const found = await db
    .selectFrom('review_items as i')
    .innerJoin('review_states as s', (join) =>
      join.onRef('s.queue', '=', 'i.queue').onRef('s.item_id', '=', 'i.item_id'),
    )
    .selectAll('i')
    .select('s.state as packed')
    .where('i.queue', '=', queue)
    .where('i.item_id', '=', itemId)
    .executeTakeFirst();
  if (!found) throw itemNotFound(itemId, queue);
  return unpacked(found);
}

/** Splits a row that was joined with its state. */
export function unpacked({
  packed,
  ...row
}: Tables['review_items'] & { readonly packed: string }): LoadedItem {
  return { row, item: parseJson(packed) as ItemReview };
}
