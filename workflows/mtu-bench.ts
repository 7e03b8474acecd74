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

/** Input of a run: ids and settings only; everything else is in the store. */
export interface MtuBenchInput {
  readonly runId: string;
  /** Absolute path of the export. */
  readonly out: string;
  readonly grain: ConvertGrain;
  /** Where a model is to judge the intents, people are to decide on them, or both; runs of before have nothing here. */
  readonly intents?: { readonly judge?: MapGrain; readonly review?: true };
  /** Where a model is to make the calls of dialogues that have none; runs of before have nothing here. */
  readonly create?: MapGrain & ConversationGrain;
  /** Whether people decide on tools that clustering leaves double; runs of before have nothing here. */
  readonly reviewDuplicates?: true;
  /** Where a model is to check items again; runs of before have nothing here. */
  readonly recheck?: MapGrain;
  /** Where a model is to rewrite items; runs of before have nothing here. */
  readonly rewrite?: MapGrain;
  /** Whether its calls are put into batches first, at half the price; runs of before have nothing here. */
  readonly batch?: boolean;
  /** Whether people decide on the items; runs of before have nothing here. */
  readonly review?: boolean;
}

/**
 * MTU-Bench (figure 2 of the paper): where the run asks for it, a model makes the tools, documents and calls of dialogues
 * that have words alone; the others go the rule-based path. A model or people may say first which intents are fit for tools. Tools are clustered by name, corpus dialogues become tool
 * calls and are checked, items are divided into settings and splits, checked again and rewritten by a model and put before people where the
 * run asks for it, and exported as evaluation and training data. Can be started anew at any time: each stage takes up what the store does not have.
 */
export async function mtuBench(input: MtuBenchInput): Promise<void> {
  const { runId, out, grain, intents, create, recheck, rewrite, batch, review = false } = input;
  const again = (): Promise<never> => continueAsNew<typeof mtuBench>(input);
  await recordRunOutcome(runId, async () => {
    await shortActivities.openRun({ runId });
    if (intents) await chooseIntents(input, intents, again);
    if (create) await createTools(input, create, again);
    await longActivities.clusterTools({ runId });
    if (create) await synthesizeCalls(input, create, again);
    await convertStage(runId, grain, again);
    await longActivities.splitItems({ runId });
    if (recheck) await recheckStage(runId, { grain: recheck, batch: batch ?? false }, again);
    if (rewrite) {
      await longActivities.openRewriting({ runId });
      // Another run's batch may hold some of the calls: those are waited for in any case.
      if (batch !== undefined) await batchStage(runId, 'rewrite', { collectOnly: !batch, again });
      await mapStage(runId, 'rewrite', rewrite, again);
    }
    if (review) await reviewStage(runId, again, { rewrite });
    const counts = await longActivities.exportDataset({ runId, out });
    await shortActivities.closeRun({ runId, status: 'finished', counts });
  });
}

/** A model says which intents of the schemas are fit for tools, people decide, or both. What is not is called by no item. */
async function chooseIntents(
  { runId, batch = false }: MtuBenchInput,
  { judge, review }: NonNullable<MtuBenchInput['intents']>,
  again: () => Promise<never>,
): Promise<void> {
  if (judge) {
    await longActivities.openJudging({ runId });
    await batchStage(runId, JUDGE_INTENTS_STAGE, { collectOnly: !batch, again });
    await mapStage(runId, JUDGE_INTENTS_STAGE, judge, again);
  }
  if (review) await reviewStage(runId, again, { part: 'intents' });
  await longActivities.settleIntents({ runId });
}

/** Tools are proposed from dialogues of words alone, whose turns are put into situations; the catalogue has them then, and people say which are one. */
async function createTools(
  { runId, batch = false, reviewDuplicates }: MtuBenchInput,
  grain: MapGrain,
  again: () => Promise<never>,
): Promise<void> {
  await longActivities.openCreation({ runId });
  await batchStage(runId, CREATE_STAGE, { collectOnly: !batch, again });
  await mapStage(runId, CREATE_STAGE, grain, again);
  await longActivities.gatherTools({ runId });
  if (!reviewDuplicates) return;
  await longActivities.findDuplicates({ runId });
  await reviewStage(runId, again, { part: 'duplicates' });
  await longActivities.settleDuplicates({ runId });
}

/** Clustered tools that a model made are documented, and the calls of those dialogues are written by the documents. */
async function synthesizeCalls(
  { runId, batch = false }: MtuBenchInput,
  grain: MapGrain & ConversationGrain,
  again: () => Promise<never>,
): Promise<void> {
  await longActivities.openDocumenting({ runId });
  await batchStage(runId, DOCUMENT_STAGE, { collectOnly: !batch, again });
  await mapStage(runId, DOCUMENT_STAGE, grain, again);
  await longActivities.settleTools({ runId });
  await longActivities.openSynthesis({ runId });
  await conversationStage(runId, SYNTHESIZE_STAGE, grain, again);
}
