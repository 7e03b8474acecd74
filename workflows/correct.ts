import { continueAsNew } from '@temporalio/workflow';
import { shortActivities, longActivities } from './activity-options.js';
import { recordRunOutcome } from './run-ending.js';
import { reviewStage } from './stages/review.js';

/** Input of a run: ids and settings only; the rest is in the store. */
export interface CorrectInput {
  readonly runId: string;
  /** Absolute path of the export. */
  readonly out: string;
  /** Whether reviewers decide on the records. */
  readonly review: boolean;
}

/**
 * Corrects a published split: reads its records, has them reviewed, and rewrites its files with only the edits
 * changed. Restartable at any time: work already in the store is skipped.
 */
export async function correct(input: CorrectInput): Promise<void> {
  const { runId, out, review } = input;
  await recordRunOutcome(runId, async () => {
    await shortActivities.openRun({ runId });
    await longActivities.readRecords({ runId });
    if (review) await reviewStage(runId, () => continueAsNew<typeof correct>(input));
    const counts = await longActivities.exportCorrections({ runId, out });
    await shortActivities.closeRun({ runId, status: 'finished', counts });
  });
}

/** Exports a run's files to another folder: a finished run's, or what is accepted so far. */
export async function exportCorrections({
  runId,
  out,
  acceptedOnly,
}: {
  readonly runId: string;
  readonly out: string;
  readonly acceptedOnly: boolean;
}): Promise<void> {
  await longActivities.exportCorrections({ runId, out, acceptedOnly });
}
