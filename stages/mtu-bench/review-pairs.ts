import type { Store } from '../../store/store.js';
import { PAIR_SETTING, queuedPair } from '../../transforms/review/pair-review.js';
import { PATH_SPLIT } from '../../transforms/review/t-eval-review.js';
import { pairsOf } from './creation/find-duplicates.js';
import { NO_RESERVE } from '../review/no-reserve.js';
import type { ReviewedItems } from '../review/review-items.js';

/** The pairs of tools that may be one, before the run is clustered. */
export const pairsInReview = (store: Store, runId: string): ReviewedItems => ({
  async *open() {
    for (const pair of await pairsOf(store, runId)) yield queuedPair(pair);
  },
  heads: async () =>
    (await pairsOf(store, runId)).map(({ itemId }) => ({
      ...{ itemId, setting: PAIR_SETTING, split: PATH_SPLIT },
    })),
  ...NO_RESERVE,
});
