import type { MapStageFactory } from '../stages/map-stage.js';
import type { ConversationStage } from '../stages/talk-stage.js';
import { getRun } from '../store/runs.js';
import type { Store } from '../store/store.js';
import { hostOf } from './index.js';

/** A map stage of a run. @throws for a stage that its family does not have */
export async function mapStageOf(store: Store, runId: string, stage: string): Promise<MapStageFactory> {
  const { mapStages } = await hostOf(await getRun(store, runId));
  const found = Object.hasOwn(mapStages, stage) ? mapStages[stage] : undefined;
  if (found === undefined) throw new Error(`${stage} is no map stage of the run ${runId}`);
  return found;
}

/** A conversation stage of a run. @throws for a stage that its family does not have */
export async function conversationStageOf(
  store: Store,
  runId: string,
  stage: string,
): Promise<ConversationStage> {
  const { conversationStages } = await hostOf(await getRun(store, runId));
  const found = Object.hasOwn(conversationStages, stage) ? conversationStages[stage] : undefined;
  if (found === undefined) throw new Error(`${stage} is no conversation stage of the run ${runId}`);
  return found;
}
