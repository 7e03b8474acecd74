import { CancellationScope, workflowInfo } from '@temporalio/workflow';
import { modelActivities, shortActivities } from '../activity-options.js';

/** Grain of a map stage that asks models; small values in tests make every seam show. */
export interface MapGrain {
  /** Subjects a slice: one activity, which keeps the configured number of calls in flight itself. */
  readonly sliceSubjects: number;
  /** Slices under way at once: the next one's calls follow the last ones of those before, without a barrier. */
  readonly parallel: number;
  /** Slices an execution takes before it continues as new: about 6 events each, so far below 5,000. */
  readonly slicesAnExecution: number;
}

/**
 * A map stage: the same question over many subjects. Asks the store which slices are left and works through them with a
 * fixed number under way. Ends when the store has an outcome for every subject.
 *
 * @param again continues the workflow as new with its own input; called when this execution has had its share
 */
export async function mapStage(
  runId: string,
  stage: string,
  grain: MapGrain,
  again: () => Promise<never>,
): Promise<void> {
  const { sliceSubjects: size, slicesAnExecution: limit, parallel } = grain;
  const slices = await shortActivities.planStage({ runId, stage, size, limit });
  const execution = workflowInfo().firstExecutionRunId;
  const models = modelActivities();
  const queue = slices.values();
  const lane = async (): Promise<void> => {
    for (const slice of queue) await models.mapSlice({ runId, stage, execution, ...slice });
  };
  let failed: { readonly error: unknown } | undefined;
  // Where one slice fails, the others are cancelled and waited for: what they have on the wire is to reach the ledger
  // before whoever drives the run is told that it has ended, and ends their worker.
  await CancellationScope.cancellable(async () => {
    const scope = CancellationScope.current();
    const fail = (error: unknown): void => {
      failed ??= { error };
      scope.cancel();
    };
    await Promise.all(Array.from({ length: Math.min(parallel, slices.length) }, () => lane().catch(fail)));
  });
  if (failed) throw failed.error;
  if (slices.length === limit) await again();
}
