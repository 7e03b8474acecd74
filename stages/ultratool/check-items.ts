import type { UltraToolFinding } from '../../core/ultratool/finding.js';
import type { PlanItem } from '../../core/ultratool/item.js';
import { CHECK_STAGE } from '../../core/ultratool/run.js';
import {
  addWorkItems,
  openStage,
  settleWorkItems,
  streamWorkItems,
  type Settling,
} from '../../store/stages/work-items.js';
import type { Store } from '../../store/store.js';
import { checkUltraTool } from './check-item.js';
import { UltraToolContext } from './context.js';
import { mergedSamples } from './merge-tools.js';
import type { SampleToCheck } from './sample.js';

/** Outcomes per write job. */
const AT_ONCE = 100;

/** A sample with its findings. */
export interface CheckedSample {
  readonly item?: PlanItem;
  readonly findings: readonly UltraToolFinding[];
}

/** The stage `check`: enqueues the generated samples and checks each. Idempotent. */
export async function checkItems(store: Store, runId: string, beat: () => Promise<void>): Promise<void> {
  const { settings } = await UltraToolContext.open(store, runId);
  if (settings.generate) await takeUpGenerated(store, runId);
  // Samples of a file are enqueued from the start, as read.
  const merged = new Map(
    settings.generate === undefined && settings.merge !== undefined
      ? (await mergedSamples(store, runId)).map(({ itemId, item }) => [itemId, item] as const)
      : [],
  );
  let settled: Settling[] = [];
  const commit = async (): Promise<void> => {
    await settleWorkItems(store, settled);
    settled = [];
    await beat();
  };
  for await (const { ordinal, input, result } of streamWorkItems(store, runId, CHECK_STAGE)) {
    if (result !== undefined) continue;
    const { itemId, item: known } = input as SampleToCheck;
    const item = merged.get(itemId) ?? known;
    const value: CheckedSample =
      item === undefined ? { findings: [] } : { item, findings: checkUltraTool(item) };
    settled.push({ runId, stage: CHECK_STAGE, ordinal, result: { outcome: 'done', value, keys: [] } });
    if (settled.length >= AT_ONCE) await commit();
  }
  await commit();
}

async function takeUpGenerated(store: Store, runId: string): Promise<void> {
  await openStage(store, runId, CHECK_STAGE, []);
  const samples = await mergedSamples(store, runId);
  for (let from = 0; from < samples.length; from += AT_ONCE)
    await addWorkItems(
      store,
      runId,
      CHECK_STAGE,
      samples.slice(from, from + AT_ONCE).map((input) => ({ workItem: input.itemId, input })),
    );
}
