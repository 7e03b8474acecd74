import { longActivities } from '../activity-options.js';
import { RECHECK_STAGE } from '../../core/rechecking.js';
import { batchStage } from './batch.js';
import { mapStage, type MapGrain } from './map.js';

/**
 * The recheck stage (MTU-Bench, appendix B, "LLM Verification"): a model says of each item that goes into a file whether its
 * gold is right. Where wrong ones are dropped from a cell with a quota, the next of its reserve are checked in turn, until
 * the places are taken or none is left.
 * @param batch whether its calls are put into batches first
 */
export async function recheckStage(
  runId: string,
  { grain, batch }: { readonly grain: MapGrain; readonly batch: boolean },
  again: () => Promise<never>,
): Promise<void> {
  while (await longActivities.openRecheck({ runId })) {
    await batchStage(runId, RECHECK_STAGE, { collectOnly: !batch, again });
    await mapStage(runId, RECHECK_STAGE, grain, again);
  }
}
