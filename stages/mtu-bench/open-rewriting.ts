import { REWRITE_STAGE, rewrites } from '../../core/mtu-bench/rewriting.js';
import { placedItems, type PlacedItem } from '../../store/mtu-bench/placements.js';
import { openStage } from '../../store/stages/subjects.js';
import type { Store } from '../../store/store.js';
import type { RunContexts } from './run-context.js';

/** Notes which items are to be rewritten: those that go into a file, in a fixed order. Idempotent. */
export async function openRewriting(store: Store, contexts: RunContexts, runId: string): Promise<void> {
  const subjects = (await itemsToRewrite(store, contexts, runId)).map((input) => ({
    subject: input.itemId,
    input,
  }));
  await openStage(store, runId, REWRITE_STAGE, subjects);
}

/** The items of a run that go into a file and may have something to rewrite, in a fixed order. */
export async function itemsToRewrite(
  store: Store,
  contexts: RunContexts,
  runId: string,
): Promise<PlacedItem[]> {
  const { rewrite, split } = (await contexts.of(runId)).run.frozen.settings;
  const items = await placedItems(store, runId, split.write);
  return items.filter(({ setting }) => rewrite !== undefined && rewrites(rewrite, setting));
}
