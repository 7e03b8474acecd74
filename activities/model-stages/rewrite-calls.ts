import { REWRITE_STAGE } from '../../core/rewriting.js';
import { placedItem, type PlacedItem } from '../../store/placements.js';
import { streamSubjects } from '../../store/stages/subjects.js';
import type { Store } from '../../store/store.js';
import { itemsToRewrite } from '../open-rewriting.js';
import type { RunContexts } from '../run-context.js';
import type { FirstCall } from './map-stage.js';
import { firstRewriteCalls, openRewriteContext } from './rewrite-item.js';

/**
 * The first call for every part of the items that a run has left to rewrite; items that share a turn have the same one.
 * The run has been split.
 */
export async function* rewriteCallsOf(
  store: Store,
  contexts: RunContexts,
  runId: string,
): AsyncGenerator<FirstCall> {
  const context = await openRewriteContext(store, contexts, runId);
  for await (const placed of itemsLeft(store, contexts, runId))
    yield* firstRewriteCalls(context, await placedItem(store, runId, placed));
}

/** Those without an outcome; all that go into a file where the stage has not begun. */
async function* itemsLeft(store: Store, contexts: RunContexts, runId: string): AsyncGenerator<PlacedItem> {
  let begun = false;
  for await (const { input, result } of streamSubjects(store, runId, REWRITE_STAGE)) {
    begun = true;
    if (result === undefined) yield input as PlacedItem;
  }
  if (begun) return;
  yield* await itemsToRewrite(store, contexts, runId);
}
