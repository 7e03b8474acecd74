import { settleWorkItems, streamWorkItems, type Settling } from '../store/stages/work-items.js';
import type { Store } from '../store/store.js';

/** Outcomes per write job. */
const AT_ONCE = 100;

/**
 * Settles the open work items of a stage that calls no model. Idempotent.
 * @param beat called after each write job
 * @param outcome of a work item, from its input
 */
export async function settleEach(
  store: Store,
  { runId, stage }: { readonly runId: string; readonly stage: string },
  beat: () => Promise<void>,
  outcome: (input: unknown) => Promise<{ readonly value: unknown; readonly keys: readonly string[] }>,
): Promise<void> {
  let settled: Settling[] = [];
  const commit = async (): Promise<void> => {
    await settleWorkItems(store, settled);
    settled = [];
    await beat();
  };
  for await (const { ordinal, input, result } of streamWorkItems(store, runId, stage)) {
    if (result !== undefined) continue;
    settled.push({ runId, stage, ordinal, result: { outcome: 'done', ...(await outcome(input)) } });
    if (settled.length >= AT_ONCE) await commit();
  }
  await commit();
}
