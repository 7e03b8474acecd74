import { continueAsNew } from '@temporalio/workflow';
import { ANNOTATE_STAGE, COMPLETE_STAGE, QUERIES_STAGE, REFINE_STAGE } from '../core/t-eval/run.js';
import { shortActivities, longActivities } from './activity-options.js';
import { recordRunOutcome } from './run-ending.js';
import { batchStage } from './stages/batch.js';
import { conversationStage, type ConversationGrain } from './stages/conversations.js';
import { mapStage, type MapGrain } from './stages/map.js';
import { reviewStage } from './stages/review.js';

/** Input of a run: ids and settings only; everything else is in the store. */
export interface TEvalInput {
  readonly runId: string;
  /** Absolute path of the export. */
  readonly out: string;
  readonly refine: boolean;
  /** Prompts and refinement are put into batches first, at half the price. */
  readonly batch: boolean;
  /** Whether people decide on the paths. */
  readonly review: boolean;
  /** Where poor tool documents are completed first, and whether people decide on that; runs of before have nothing here. */
  readonly complete?: { readonly review: boolean };
  /** Whether people decide on queries before these are annotated; runs of before have nothing here. */
  readonly reviewQueries?: true;
  readonly grain: MapGrain & ConversationGrain;
}

/**
 * T-Eval (figure 2 of the paper): queries for sets of tools are generated and refined, near-duplicates dropped, each query is
 * solved by planner, executor and reviewer, people verify the paths, and the six subsets are written. Where the run asks for
 * it, what tool documents lack is written before, and people decide on queries before these are solved. Can be started anew at any time: each stage takes up what the store does
 * not have.
 */
export async function tEval(input: TEvalInput): Promise<void> {
  const { runId, out, refine, batch, review, complete, reviewQueries, grain } = input;
  const again = (): Promise<never> => continueAsNew<typeof tEval>(input);
  const ask = async (stage: string): Promise<void> => {
    // Another run's batch may hold some of the calls: those are waited for in any case.
    await batchStage(runId, stage, { collectOnly: !batch, again });
    await mapStage(runId, stage, grain, again);
  };
  await recordRunOutcome(runId, async () => {
    await shortActivities.openRun({ runId });
    if (complete) {
      await ask(COMPLETE_STAGE);
      if (complete.review) await reviewStage(runId, again, { part: 'tools' });
      await longActivities.settleDocuments({ runId });
    }
    await ask(QUERIES_STAGE);
    if (refine) {
      await longActivities.openRefining({ runId });
      await ask(REFINE_STAGE);
    }
    await longActivities.dropNearDuplicates({ runId });
    if (reviewQueries) {
      await reviewStage(runId, again, { part: 'queries' });
      await longActivities.settleQueries({ runId });
    }
    await conversationStage(runId, ANNOTATE_STAGE, grain, again);
    if (review) await reviewStage(runId, again);
    const counts = await longActivities.exportPaths({ runId, out });
    await shortActivities.closeRun({ runId, status: 'finished', counts });
  });
}

/** Writes a run's paths to another folder: those of a finished run again, or those that are accepted so far. */
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
