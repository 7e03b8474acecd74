import { shortActivities, longActivities } from '../activity-options.js';

/** Grain of the convert stage; small values in tests make every seam show. */
export interface ConvertGrain {
  /** Records a slice: one activity. */
  readonly sliceRecords: number;
  /** Slices under way at once. */
  readonly parallel: number;
  /** Slices an execution takes before it continues as new: about 6 events each, so far below 5,000. */
  readonly slicesAnExecution: number;
}

/**
 * The convert stage, a map over slices of records: asks the store which slices are left and works through them with
 * a fixed number under way. Ends when the store has an outcome for every record.
 *
 * @param again continues the workflow as new with its own input; called when this execution has had its share
 */
export async function convertStage(
  runId: string,
  grain: ConvertGrain,
  again: () => Promise<never>,
): Promise<void> {
  const slices = await shortActivities.planSlices({
    runId,
    size: grain.sliceRecords,
    limit: grain.slicesAnExecution,
  });
  const queue = slices.values();
  const lane = async (): Promise<void> => {
    for (const slice of queue) await longActivities.convertSlice({ runId, ...slice });
  };
  await Promise.all(Array.from({ length: Math.min(grain.parallel, slices.length) }, lane));
  if (slices.length === grain.slicesAnExecution) await again();
  await longActivities.settleRecords({ runId });
}
