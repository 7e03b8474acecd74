import { byText } from '../../core/ids.js';
import { REFINE_STAGE } from '../../core/t-eval/run.js';
import type { QueryItem } from '../../core/t-eval/query-item.js';
import { outcomesOf } from '../../store/stages/work-items.js';
import type { Store } from '../../store/store.js';
import { QUERY_SETTING, queuedQuery } from '../../transforms/t-eval/review/query-review.js';
import { PATH_SPLIT } from '../../transforms/t-eval/review/path-review.js';
import { withoutReplacements } from '../review/without-replacements.js';
import type { ReviewedItems } from '../review/review-items.js';
import { TEvalContext } from './context.js';
import { queriesKept, queryItem } from './queries-kept.js';

/** Queries for review: those without near-duplicates, before annotation. */
export const queriesInReview = (store: Store, runId: string): ReviewedItems => ({
  async *open() {
    const items = await queryItems(store, runId);
    const { facts } = await TEvalContext.open(store, runId);
    const ids = items.map(({ itemId }) => itemId);
    const refined = await outcomesOf(store, runId, REFINE_STAGE, ids);
    for (const item of items) yield queuedQuery(item, refined.get(item.itemId)?.keys ?? [], facts);
  },
  itemRefs: async () =>
    (await queryItems(store, runId)).map(({ itemId }) => ({
      ...{ itemId, setting: QUERY_SETTING, split: PATH_SPLIT },
    })),
  ...withoutReplacements,
});

/** In item id order. */
async function queryItems(store: Store, runId: string): Promise<QueryItem[]> {
  const context = await TEvalContext.open(store, runId);
  const items = (await queriesKept(store, context)).map((query) => queryItem(context, query));
  return items.sort((a, b) => byText(a.itemId, b.itemId));
}
