import { batchStage, type BatchStageOptions } from '../../../workflows/stages/batch.js';

/** A workflow that is a batch stage and nothing else. */
export async function batchRun(
  runId: string,
  stage: string,
  options: Omit<BatchStageOptions, 'continueAsNewFn'>,
): Promise<void> {
  await batchStage(runId, stage, options);
}
