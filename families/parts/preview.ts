import type { StagePlan } from '../../app/plan/stage-plan.js';
import { withTemporaryStore } from '../../app/temporary-store.js';
import { itemCountLines } from '../../app/text/diff.js';
import { diffItems, type ComparedContent } from '../../outputs/diff-items.js';
import { createRun, type NewRun } from '../../store/runs.js';
import { noteRetries } from '../../store/stages/retries.js';
import type { Store } from '../../store/store.js';
import { answerAgain } from './answer-again.js';
import type { RegenerateRequest, RegenerationPreview } from './regenerating.js';

type Effect = Pick<RegenerationPreview, 'object' | 'lines'>;

/** Runs in a temporary store as far as answers are known, to estimate the cost and effect of a run. Sends nothing. */
export const previewOfRun = (
  { context, folder, planning }: Pick<RegenerateRequest, 'context' | 'folder' | 'planning'>,
  { run, retries }: { readonly run: NewRun; readonly retries: Parameters<typeof noteRetries>[2] },
  estimate: (store: Store, runId: string) => Promise<StagePlan[]>,
  effect: (store: Store, runId: string) => Promise<Effect>,
): Promise<RegenerationPreview> =>
  withTemporaryStore(async (store, temporary) => {
    const { runId } = await createRun(store, run);
    await noteRetries(store, runId, retries);
    const plans = await estimate(store, runId);
    await answerAgain({ store, runId, folder: temporary }, planning, context.config.models, folder);
    return { plans, ...(await effect(store, runId)) };
  });

/**
 * Compares the items of an export with those of a run, as far as their answers are known.
 * @param after undefined for an item that depends on unknown answers or decisions
 * @param items plural noun for them
 */
export function itemsEffect(
  before: ReadonlyMap<string, ComparedContent>,
  after: ReadonlyMap<string, ComparedContent | undefined>,
  items: string,
): Effect {
  const known = new Map([...after].flatMap(([id, one]) => (one === undefined ? [] : [[id, one] as const])));
  const open = after.size - known.size;
  const decided = new Map([...before].filter(([id]) => !after.has(id) || known.has(id)));
  const { items: counts, turned } = diffItems(decided, known);
  const all = { before: before.size, after: after.size };
  return {
    object: { [items]: all, items: counts, turned, open },
    lines: [
      ...itemCountLines({ items: counts, turned }, items, all),
      ...(open === 0 ? [] : [`  ${items} that depend on answers still to be bought, or on people: ${open}`]),
    ],
  };
}
