import type { Store } from '../../store/store.js';
import { PAIR_SETTING, queuedPair } from '../../transforms/mtu-bench/review/pair-review.js';
import { PATH_SPLIT } from '../../transforms/t-eval/review/path-review.js';
import { pairsOf } from './creation/find-duplicates.js';
import { withoutReplacements } from '../review/without-replacements.js';
import type { ReviewedItems } from '../review/review-items.js';

/** The pairs of tools that may be one, before the run is clustered. */
export const pairsInReview = (store: Store, runId: string): ReviewedItems => ({
  async *open() {
    for (const pair of await pairsOf(store, runId)) yield queuedPair(pair);
  },
  itemRefs: async () =>
    (await pairsOf(store, runId)).map(({ itemId }) => ({
      ...{ itemId, setting: PAIR_SETTING, split: PATH_SPLIT },
    })),
  ...withoutReplacements,
});
