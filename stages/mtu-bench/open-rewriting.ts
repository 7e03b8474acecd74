import { REWRITE_STAGE, rewrites } from '../../core/mtu-bench/rewriting.js';
import { placedItems, type PlacedItem } from '../../store/mtu-bench/placements.js';
import { openStage } from '../../store/stages/work-items.js';
import type { Store } from '../../store/store.js';
import type { MtuBenchContexts } from './run-context.js';

/** Enqueues items for rewriting: those placed in files, in fixed order. Idempotent. */
export async function openRewriting(store: Store, contexts: MtuBenchContexts, runId: string): Promise<void> {
  const workItems = (await itemsToRewrite(store, contexts, runId)).map((input) => ({
    workItem: input.itemId,
    input,
  }));
  await openStage(store, runId, REWRITE_STAGE, workItems);
}

/** A run's placed items with possibly rewritable parts, in fixed order. */
export async function itemsToRewrite(
  store: Store,
  contexts: MtuBenchContexts,
  runId: string,
): Promise<PlacedItem[]> {
  const { rewrite, split } = (await contexts.of(runId)).run.frozen.settings;
  const items = await placedItems(store, runId, split.write);
  return items.filter(({ setting }) => rewrite !== undefined && rewrites(rewrite, setting));
}
