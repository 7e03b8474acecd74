import { continueAsNew } from '@temporalio/workflow';
import { ANNOTATE_STAGE, COMPLETE_STAGE, QUERIES_STAGE, REFINE_STAGE } from '../core/t-eval/run.js';
import { shortActivities, longActivities } from './activity-options.js';
import { recordRunOutcome } from './run-ending.js';
import { batchStage } from './stages/batch.js';
import { conversationStage, type ConversationGrain } from './stages/conversations.js';
import { mapStage, type MapGrain } from './stages/map.js';
import { reviewStage } from './stages/review.js';

/** Input of a run: ids and settings only; the rest is in the store. */
export interface TEvalInput {
  readonly runId: string;
  /** Absolute path of the export. */
  readonly out: string;
  readonly refine: boolean;
  /** Whether query generation and refinement are batched first, at half price. */
  readonly batch: boolean;
  /** Whether reviewers decide on the paths. */
  readonly review: boolean;
  /**
   * Set if poor tool documents are completed first; `review`: whether reviewers decide on that. Optional so that
   * earlier histories replay.
   */
  readonly complete?: { readonly review: boolean };
  /** Whether reviewers decide on queries before annotation. Optional so that earlier histories replay. */
  readonly reviewQueries?: true;
  readonly grain: MapGrain & ConversationGrain;
}

/**
 * T-Eval (figure 2 of the paper): generates and refines queries for tool sets, drops near-duplicates, solves each
 * query with planner, executor and reviewer, has people verify the paths, and writes the six subsets. Optionally, tool
 * documents are completed first and reviewers decide on queries. Restartable at any time: work already in the store is
 * skipped.
 */
export async function tEval(input: TEvalInput): Promise<void> {
  const { runId, out, refine, batch, review, complete, reviewQueries, grain } = input;
  const continueAsNewFn = (): Promise<never> => continueAsNew<typeof tEval>(input);
  const ask = async (stage: string): Promise<void> => {
    // Always wait for batches of other runs that hold some of the calls.
    await batchStage(runId, stage, { collectOnly: !batch, continueAsNewFn });
    await mapStage(runId, stage, grain, continueAsNewFn);
  };
  await recordRunOutcome(runId, async () => {
    await shortActivities.openRun({ runId });
    if (complete) {
      await ask(COMPLETE_STAGE);
      if (complete.review) await reviewStage(runId, continueAsNewFn, { part: 'tools' });
      await longActivities.settleDocuments({ runId });
    }
    await ask(QUERIES_STAGE);
    if (refine) {
      await longActivities.openRefining({ runId });
      await ask(REFINE_STAGE);
    }
    await longActivities.dropNearDuplicates({ runId });
    if (reviewQueries) {
      await reviewStage(runId, continueAsNewFn, { part: 'queries' });
      await longActivities.settleQueries({ runId });
    }
    await conversationStage(runId, ANNOTATE_STAGE, grain, continueAsNewFn);
    if (review) await reviewStage(runId, continueAsNewFn);
    const counts = await longActivities.exportPaths({ runId, out });
    await shortActivities.closeRun({ runId, status: 'finished', counts });
  });
}

/** Exports a run's paths to another folder: a finished run's, or what is accepted so far. */
export async function exportPaths({
  runId,
  out,
  acceptedOnly,
}: {
  readonly runId: string;
  readonly out: string;
  readonly acceptedOnly?: boolean;
}): Promise<void> {
  await longActivities.exportPaths({ runId, out, ...(acceptedOnly && { acceptedOnly }) });
}
