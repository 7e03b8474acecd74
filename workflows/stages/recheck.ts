import { longActivities } from '../activity-options.js';
import { RECHECK_STAGE } from '../../core/rechecking.js';
import { batchStage } from './batch.js';
import { mapStage, type MapGrain } from './map.js';

/**
 * The recheck stage (MTU-Bench, appendix B, "LLM Verification"): a model judges the gold of each item that goes into a
 * file. If wrong items leave a quota cell short, its next replacements are checked until the cell is full or none is
 * left.
 * @param batch whether calls are batched first
 */
export async function recheckStage(
  runId: string,
  { grain, batch }: { readonly grain: MapGrain; readonly batch: boolean },
  continueAsNewFn: () => Promise<never>,
): Promise<void> {
  while (await longActivities.openRecheck({ runId })) {
    await batchStage(runId, RECHECK_STAGE, { collectOnly: !batch, continueAsNewFn });
    await mapStage(runId, RECHECK_STAGE, grain, continueAsNewFn);
  }
}
