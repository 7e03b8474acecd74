import { continueAsNew } from '@temporalio/workflow';
import { shortActivities, longActivities } from './activity-options.js';
import { recordRunOutcome } from './run-ending.js';
import { reviewStage } from './stages/review.js';

/** Input of a run: ids and settings only; everything else is in the store. */
export interface CorrectInput {
  readonly runId: string;
  /** Absolute path of the export. */
  readonly out: string;
  /** Whether people decide on the records. */
  readonly review: boolean;
}

/**
 * A published split is corrected: its records are read, people look through them, and its files are written again, in which
 * only what was edited is another. Can be started anew at any time: each stage takes up what the store does not have.
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

/** Writes a run's files to another folder: those of a finished run again, or what is accepted so far. */
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
