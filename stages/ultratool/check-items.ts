import type { UltraToolFinding } from '../../core/ultratool/finding.js';
import type { PlanItem } from '../../core/ultratool/item.js';
import { CHECK_STAGE } from '../../core/ultratool/run.js';
import type { Store } from '../../store/store.js';
import { enqueueItems } from '../enqueue-work-items.js';
import { settleEach } from '../settle-each.js';
import { checkUltraTool } from './check-item.js';
import { UltraToolContext } from './context.js';
import { mergedSamples } from './merge-tools.js';
import type { SampleToCheck } from './sample.js';

/** A sample with its findings. */
export interface CheckedSample {
  readonly item?: PlanItem;
  readonly findings: readonly UltraToolFinding[];
}

/** The stage `check`: enqueues the generated samples and checks each. Idempotent. */
export async function checkItems(store: Store, runId: string, beat: () => Promise<void>): Promise<void> {
  const { settings } = await UltraToolContext.open(store, runId);
  if (settings.generate) await enqueueItems(store, runId, CHECK_STAGE, await mergedSamples(store, runId));
  // Samples of a file are enqueued from the start, as read.
  const merged = new Map(
    settings.generate === undefined && settings.merge !== undefined
      ? (await mergedSamples(store, runId)).map(({ itemId, item }) => [itemId, item] as const)
      : [],
  );
  await settleEach(store, { runId, stage: CHECK_STAGE }, beat, (input) => {
    const { itemId, item: known } = input as SampleToCheck;
    const item = merged.get(itemId) ?? known;
    const value: CheckedSample =
      item === undefined ? { findings: [] } : { item, findings: checkUltraTool(item) };
    return Promise.resolve({ value, keys: [] });
  });
}
