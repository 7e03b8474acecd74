import { continueAsNew } from '@temporalio/workflow';
import { CREATE_STAGE, DOCUMENT_STAGE, SYNTHESIZE_STAGE } from '../core/creation.js';
import { JUDGE_INTENTS_STAGE } from '../core/intents.js';
import { shortActivities, longActivities } from './activity-options.js';
import { recordRunOutcome } from './run-ending.js';
import { batchStage } from './stages/batch.js';
import { conversationStage, type ConversationGrain } from './stages/conversations.js';
import { mapStage, type MapGrain } from './stages/map.js';
import { convertStage, type ConvertGrain } from './stages/convert.js';
import { recheckStage } from './stages/recheck.js';
import { reviewStage } from './stages/review.js';

/** Input of a run: ids and settings only; the rest is in the store. */
export interface MtuBenchInput {
  readonly runId: string;
  /** Absolute path of the export. */
  readonly out: string;
  readonly grain: ConvertGrain;
  /**
   * Set if a model judges the intents, reviewers decide on them, or both. Optional so that earlier histories replay.
   */
  readonly intents?: { readonly judge?: MapGrain; readonly review?: true };
  /** Set if a model creates calls for unannotated dialogues. Optional so that earlier histories replay. */
  readonly create?: MapGrain & ConversationGrain;
  /** Whether reviewers decide on duplicate tools. Optional so that earlier histories replay. */
  readonly reviewDuplicates?: true;
  /** Set if a model rechecks items. Optional so that earlier histories replay. */
  readonly recheck?: MapGrain;
  /** Set if a model rewrites items. Optional so that earlier histories replay. */
  readonly rewrite?: MapGrain;
  /** Whether calls are batched first, at half price. Optional so that earlier histories replay. */
  readonly batch?: boolean;
  /** Whether reviewers decide on the items. Optional so that earlier histories replay. */
  readonly review?: boolean;
}

/**
 * MTU-Bench (figure 2 of the paper). Optionally, intents are first judged by a model or reviewers, and a model creates
 * tools, documents and calls for unannotated dialogues. Tools are clustered by name, dialogues become checked tool
 * calls, items are divided into settings and splits, optionally rechecked, rewritten and reviewed, and exported as
 * evaluation and training data. Restartable at any time: work already in the store is skipped.
 */
export async function mtuBench(input: MtuBenchInput): Promise<void> {
  const { runId, out, grain, intents, create, recheck, rewrite, batch, review = false } = input;
  const continueAsNewFn = (): Promise<never> => continueAsNew<typeof mtuBench>(input);
  await recordRunOutcome(runId, async () => {
    await shortActivities.openRun({ runId });
    if (intents) await chooseIntents(input, intents, continueAsNewFn);
    if (create) await createTools(input, create, continueAsNewFn);
    await longActivities.clusterTools({ runId });
    if (create) await synthesizeCalls(input, create, continueAsNewFn);
    await convertStage(runId, grain, continueAsNewFn);
    await longActivities.splitItems({ runId });
    if (recheck) await recheckStage(runId, { grain: recheck, batch: batch ?? false }, continueAsNewFn);
    if (rewrite) {
      await longActivities.openRewriting({ runId });
      // Always wait for batches of other runs that hold some of the calls.
      if (batch !== undefined) await batchStage(runId, 'rewrite', { collectOnly: !batch, continueAsNewFn });
      await mapStage(runId, 'rewrite', rewrite, continueAsNewFn);
    }
    if (review) await reviewStage(runId, continueAsNewFn, { rewrite });
    const counts = await longActivities.exportDataset({ runId, out });
    await shortActivities.closeRun({ runId, status: 'finished', counts });
  });
}

/** A model, reviewers, or both decide which intents are suitable as tools; items call no others. */
async function chooseIntents(
  { runId, batch = false }: MtuBenchInput,
  { judge, review }: NonNullable<MtuBenchInput['intents']>,
  continueAsNewFn: () => Promise<never>,
): Promise<void> {
  if (judge) {
    await longActivities.openJudging({ runId });
    await batchStage(runId, JUDGE_INTENTS_STAGE, { collectOnly: !batch, continueAsNewFn });
    await mapStage(runId, JUDGE_INTENTS_STAGE, judge, continueAsNewFn);
  }
  if (review) await reviewStage(runId, continueAsNewFn, { part: 'intents' });
  await longActivities.settleIntents({ runId });
}

/** Proposes tools from unannotated dialogues, whose turns are first classified; reviewers may merge duplicates. */
async function createTools(
  { runId, batch = false, reviewDuplicates }: MtuBenchInput,
  grain: MapGrain,
  continueAsNewFn: () => Promise<never>,
): Promise<void> {
  await longActivities.openCreation({ runId });
  await batchStage(runId, CREATE_STAGE, { collectOnly: !batch, continueAsNewFn });
  await mapStage(runId, CREATE_STAGE, grain, continueAsNewFn);
  await longActivities.gatherTools({ runId });
  if (!reviewDuplicates) return;
  await longActivities.findDuplicates({ runId });
  await reviewStage(runId, continueAsNewFn, { part: 'duplicates' });
  await longActivities.settleDuplicates({ runId });
}

/** Documents the clustered tools that a model made, then writes the calls of their dialogues. */
async function synthesizeCalls(
  { runId, batch = false }: MtuBenchInput,
  grain: MapGrain & ConversationGrain,
  continueAsNewFn: () => Promise<never>,
): Promise<void> {
  await longActivities.openDocumenting({ runId });
  await batchStage(runId, DOCUMENT_STAGE, { collectOnly: !batch, continueAsNewFn });
  await mapStage(runId, DOCUMENT_STAGE, grain, continueAsNewFn);
  await longActivities.settleTools({ runId });
  await longActivities.openSynthesis({ runId });
  await conversationStage(runId, SYNTHESIZE_STAGE, grain, continueAsNewFn);
}
