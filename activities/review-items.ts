import type { QueuedItem } from '../core/review/family.js';
import type { ItemReview } from '../core/review/item-review.js';
import type { Review } from '../core/review/policy.js';
import type { Family } from '../core/run.js';
import { getRun } from '../store/runs.js';
import type { Store } from '../store/store.js';
import type { Placed, Reserved } from '../transforms/review/outcomes.js';
import { dialoguesInReview } from './review-dialogues.js';
import { pathsInReview } from './review-paths.js';
import { recordsInReview } from './review-records.js';
import type { RunContexts } from './run-context.js';

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

/** A run on whose items people decide. */
export interface ReviewedRun {
  readonly name: string;
  readonly family: Family;
  readonly review: Review;
  readonly seed: number;
  readonly items: ReviewedItems;
}

/** The reviewed run of an id, whatever its family. @throws when its family has no review */
export async function reviewedRun(store: Store, contexts: RunContexts, runId: string): Promise<ReviewedRun> {
  const { name, frozen } = await getRun(store, runId);
  if (frozen.family === 'ask') throw new Error(`nobody reviews a run of ${frozen.family}`);
  const { family, review, seed } = frozen;
  const items = {
    'mtu-bench': () => dialoguesInReview(store, contexts, runId),
    't-eval': () => pathsInReview(store, runId),
    correct: () => recordsInReview(store, runId),
  }[family]();
  return { name, family, review, seed, items };
}
