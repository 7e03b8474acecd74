import type { QueuedItem } from '../../core/review/kind.js';
import type { ItemReview } from '../../core/review/item-review.js';
import type { PlacedRef, ReplacementRef } from '../../transforms/review/outcomes.js';

/** Items added to a queue as replacements of rejected ones. */
export interface Promotion {
  readonly items: readonly QueuedItem[];
  /** Whether some have to be rewritten before they are added. */
  readonly rewrite: boolean;
}

/** The items of a run for review, as provided by a family. */
export interface ReviewedItems {
  /** All items for export in their current state, in item id order. */
  readonly open: () => AsyncIterable<QueuedItem>;
  /** The split of each item, in item id order. */
  readonly itemRefs: () => Promise<readonly PlacedRef[]>;
  /** The replacement pool, in order of promotion. */
  readonly replacements: () => Promise<readonly ReplacementRef[]>;
  /** Promotes the replacements that are needed now. @param reviews all items of the queue */
  readonly promote: (reviews: () => Promise<ReadonlyMap<string, ItemReview>>) => Promise<Promotion>;
}
