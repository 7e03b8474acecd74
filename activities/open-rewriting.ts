import { REWRITE_STAGE } from '../core/rewriting.js';
import { placedItems } from '../store/placements.js';
import { openStage } from '../store/stages/subjects.js';
import type { Store } from '../store/store.js';
import type { RunContexts } from './run-context.js';

/** Notes which items are to be rewritten: those that go into a file, in a fixed order. Idempotent. */
export async function openRewriting(store: Store, contexts: RunContexts, runId: string): Promise<void> {
  const { frozen } = (await contexts.of(runId)).run;
  const items = await placedItems(store, runId, frozen.settings.split.write);
  const subjects = items.map((input) => ({ subject: input.itemId, input }));
  await openStage(store, runId, REWRITE_STAGE, subjects);
}
