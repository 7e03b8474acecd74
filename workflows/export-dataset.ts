import { longActivities } from './activity-options.js';

/** Exports a finished run to another folder. */
export async function exportDataset({
  runId,
  out,
  acceptedOnly,
}: {
  readonly runId: string;
  readonly out: string;
  readonly acceptedOnly?: boolean;
}): Promise<void> {
  await longActivities.exportDataset({ runId, out, ...(acceptedOnly === undefined ? {} : { acceptedOnly }) });
}
