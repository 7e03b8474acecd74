import type { QueuedItem } from '../../core/review/kind.js';
import type { ItemReview } from '../../core/review/item-review.js';
import type { PlacedRef, ReplacementRef } from '../../transforms/review/outcomes.js';

/** What came into a queue in the place of what was rejected. */
export interface Promotion {
  readonly items: readonly QueuedItem[];
  /** Whether some are to be rewritten before they come. */
  readonly rewrite: boolean;
}

/** Which items of a run people review: what a family brings to the review stage. */
export interface ReviewedItems {
  /** All that go into a file as they are now, in item id order. */
  readonly open: () => AsyncIterable<QueuedItem>;
  /** Where each of them goes, in item id order. */
  readonly itemRefs: () => Promise<readonly PlacedRef[]>;
  /** What may take the place of others, in the order in which they follow. */
  readonly replacements: () => Promise<readonly ReplacementRef[]>;
  /** Those of the reserve that are to come into the queue now. @param reviews all items of the queue */
  readonly promote: (reviews: () => Promise<ReadonlyMap<string, ItemReview>>) => Promise<Promotion>;
}
