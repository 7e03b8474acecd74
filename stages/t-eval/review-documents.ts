import { byText } from '../../core/ids.js';
import type { DocumentItem } from '../../core/t-eval/completion.js';
import type { Store } from '../../store/store.js';
import { DOCUMENT_SETTING, queuedDocument } from '../../transforms/t-eval/review/document-review.js';
import { PATH_SPLIT } from '../../transforms/t-eval/review/path-review.js';
import { withoutReplacements } from '../review/without-replacements.js';
import type { ReviewedItems } from '../review/review-items.js';
import { completedDocuments } from './complete-documents.js';
import { TEvalContext } from './context.js';

/** The tool documents that a model completed. */
export const documentsInReview = (store: Store, runId: string): ReviewedItems => ({
  async *open() {
    for (const { item, keys } of await documentItems(store, runId)) yield queuedDocument(item, keys);
  },
  itemRefs: async () =>
    (await documentItems(store, runId)).map(({ item: { itemId } }) => ({
      ...{ itemId, setting: DOCUMENT_SETTING, split: PATH_SPLIT },
    })),
  ...withoutReplacements,
});

/** In item id order. */
async function documentItems(
  store: Store,
  runId: string,
): Promise<{ readonly item: DocumentItem; readonly keys: readonly string[] }[]> {
  const found: { item: DocumentItem; keys: readonly string[] }[] = [];
  for await (const one of completedDocuments(store, await TEvalContext.open(store, runId)))
    if ('item' in one) found.push(one);
  return found.sort((a, b) => byText(a.item.itemId, b.item.itemId));
}
