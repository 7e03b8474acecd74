import { continueAsNew } from '@temporalio/workflow';
import type { AskStage } from '../core/ask-run.js';
import { shortActivities, longActivities } from './activity-options.js';
import { recordRunOutcome } from './run-ending.js';
import { batchStage } from './stages/batch.js';
import { conversationStage, type ConversationGrain } from './stages/conversations.js';
import { mapStage, type MapGrain } from './stages/map.js';

/** Input of a run: ids and settings only; everything else is in the store. */
export interface AskInput {
  readonly runId: string;
  /** Absolute path of the export. */
  readonly out: string;
  readonly stage: AskStage;
  /** Rows are put into batches first, at half the price. */
  readonly batch: boolean;
  readonly grain: MapGrain & ConversationGrain;
}

/**
 * Rows of a file, each asked of a role once, or talked over between it and a role that plays the user. Can be started
 * anew at any time: it takes up what the store does not have.
 */
export async function ask(input: AskInput): Promise<void> {
  const { runId, out, stage, batch, grain } = input;
  const again = (): Promise<never> => continueAsNew<typeof ask>(input);
  await recordRunOutcome(runId, async () => {
    await shortActivities.openRun({ runId });
    if (stage === 'ask') {
      // Another run's batch may hold some of the calls: those are waited for in any case.
      await batchStage(runId, stage, { collectOnly: !batch, again });
      await mapStage(runId, stage, grain, again);
    } else await conversationStage(runId, stage, grain, again);
    const counts = await longActivities.exportAnswers({ runId, out });
    await shortActivities.closeRun({ runId, status: 'finished', counts });
  });
}

/** Writes a finished run's answers again, to another folder. */
export async function exportAnswers({
  runId,
  out,
}: {
  readonly runId: string;
  readonly out: string;
}): Promise<void> {
  await longActivities.exportAnswers({ runId, out });
}
