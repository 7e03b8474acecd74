import { work } from './activity-options.js';

/** Writes a finished run's export again, to another folder. */
export async function exportDataset({
  runId,
  out,
}: {
  readonly runId: string;
  readonly out: string;
}): Promise<void> {
  await work.exportDataset({ runId, out });
}
