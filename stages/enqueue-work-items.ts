import { addWorkItems, openStage, type NewWorkItem } from '../store/stages/work-items.js';
import type { Store } from '../store/store.js';

/** Work items per transaction. */
const WORK_ITEMS_A_COMMIT = 500;

/** Enqueues a stage's work items; later calls add new ones. */
export async function enqueueWorkItems(
  store: Store,
  runId: string,
  stage: string,
  workItems: readonly NewWorkItem[],
): Promise<void> {
  await openStage(store, runId, stage, []);
  for (let from = 0; from < workItems.length; from += WORK_ITEMS_A_COMMIT)
    await addWorkItems(store, runId, stage, workItems.slice(from, from + WORK_ITEMS_A_COMMIT));
}

/** Like {@link enqueueWorkItems}, for items that are their work items' inputs. */
export const enqueueItems = (
  store: Store,
  runId: string,
  stage: string,
  items: readonly { readonly itemId: string }[],
): Promise<void> =>
  enqueueWorkItems(
    store,
    runId,
    stage,
    items.map((input) => ({ workItem: input.itemId, input })),
  );
