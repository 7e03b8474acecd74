import { continueAsNew } from '@temporalio/workflow';
import type { AskStage } from '../core/ask-run.js';
import { shortActivities, longActivities } from './activity-options.js';
import { recordRunOutcome } from './run-ending.js';
import { batchStage } from './stages/batch.js';
import { conversationStage, type ConversationGrain } from './stages/conversations.js';
import { mapStage, type MapGrain } from './stages/map.js';

/** Input of a run: ids and settings only; the rest is in the store. */
export interface AskInput {
  readonly runId: string;
  /** Absolute path of the export. */
  readonly out: string;
  readonly stage: AskStage;
  /** Whether rows are batched first, at half price. */
  readonly batch: boolean;
  readonly grain: MapGrain & ConversationGrain;
}

/**
 * Asks a role each row of a file, or holds a conversation with a simulated user. Restartable at any time: work already
 * in the store is skipped.
 */
export async function ask(input: AskInput): Promise<void> {
  const { runId, out, stage, batch, grain } = input;
  const continueAsNewFn = (): Promise<never> => continueAsNew<typeof ask>(input);
  await recordRunOutcome(runId, async () => {
    await shortActivities.openRun({ runId });
    if (stage === 'ask') {
      // Always wait for batches of other runs that hold some of the calls.
      await batchStage(runId, stage, { collectOnly: !batch, continueAsNewFn });
      await mapStage(runId, stage, grain, continueAsNewFn);
    } else await conversationStage(runId, stage, grain, continueAsNewFn);
    const counts = await longActivities.exportAnswers({ runId, out });
    await shortActivities.closeRun({ runId, status: 'finished', counts });
  });
}

/** Exports a finished run's answers to another folder. */
export async function exportAnswers({
  runId,
  out,
}: {
  readonly runId: string;
  readonly out: string;
}): Promise<void> {
  await longActivities.exportAnswers({ runId, out });
}
