import { DUPLICATES_DOCUMENT, findRunDocument } from '../../store/documents.js';
import type { Store } from '../../store/store.js';
import type { NearDuplicate } from '../../transforms/near-duplicates.js';

/** Near-duplicate queries that were dropped, by item id. */
export async function droppedQueries(store: Store, runId: string): Promise<Map<string, NearDuplicate>> {
  const text = (await findRunDocument(store, runId, DUPLICATES_DOCUMENT)) ?? '[]';
  return new Map((JSON.parse(text) as NearDuplicate[]).map((one) => [one.itemId, one]));
}
