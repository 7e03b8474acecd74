import type { QueuedItem } from '../../core/review/family.js';
import type { ItemReview } from '../../core/review/item-review.js';
import type { Placed, Reserved } from '../../transforms/review/outcomes.js';

/** What came into a queue in the place of what was rejected. */
export interface Followed {
  readonly items: readonly QueuedItem[];
  /** Whether some are to be rewritten before they come. */
  readonly rewrite: boolean;
}

/** Which items of a run people review: what a family brings to the review stage. */
export interface ReviewedItems {
  /** All that go into a file as they are now, in item id order. */
  readonly open: () => AsyncIterable<QueuedItem>;
  /** Where each of them goes, in item id order. */
  readonly heads: () => Promise<readonly Placed[]>;
  /** What may take the place of others, in the order in which they follow. */
  readonly reserve: () => Promise<readonly Reserved[]>;
  /** Those of the reserve that are to come into the queue now. @param reviews all items of the queue */
  readonly follow: (reviews: () => Promise<ReadonlyMap<string, ItemReview>>) => Promise<Followed>;
}
