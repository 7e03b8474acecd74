import type { Pipeline, Steps } from '../../core/family.js';
import type { MtuBenchSettings } from '../../core/mtu-bench/run.js';
import {
  CREATE_STAGE,
  decidesOnIntents,
  DOCUMENT_STAGE,
  JUDGE_INTENTS_STAGE,
  RECHECK_STAGE,
  REWRITE_STAGE,
  SYNTHESIZE_STAGE,
} from '../../core/mtu-bench/stages.js';

/**
 * MTU-Bench (figure 2 of the paper): tools are clustered by name, corpus dialogues become tool calls and are checked,
 * items are divided into settings and splits and exported as evaluation and training data. On request, a model creates
 * the tools and calls of unannotated dialogues, judges intents, rechecks items and rewrites them, and reviewers decide
 * at each gate.
 */
export const pipeline: Pipeline<MtuBenchSettings> = async ({ settings, reviewed }, on) => {
  if (decidesOnIntents(settings)) await chooseIntents(settings, on);
  if (settings.create) await createTools(settings, on);
  await on.once('clusterTools');
  if (settings.create) await synthesizeCalls(on);
  await on.records('convert');
  await on.once('splitItems');
  if (settings.recheck) {
    // Wrong items are dropped from a cell with a quota; the next of its replacement pool are checked in turn.
    while (await on.once('openRecheck')) await on.map(RECHECK_STAGE);
  }
  if (settings.rewrite) {
    await on.once('openRewriting');
    await on.map(REWRITE_STAGE);
  }
  if (reviewed) await on.review(undefined, settings.rewrite && REWRITE_STAGE);
  return on.export();
};

/**
 * A model judges which intents are suitable as tools, reviewers decide, or both. No item calls an unsuitable intent.
 */
async function chooseIntents({ judgeIntents, reviewIntents }: MtuBenchSettings, on: Steps): Promise<void> {
  if (judgeIntents) {
    await on.once('openJudging');
    await on.map(JUDGE_INTENTS_STAGE);
  }
  if (reviewIntents) await on.review('intents');
  await on.once('settleIntents');
}

/** Tools are proposed from unannotated dialogues; reviewers may decide which of them are one tool. */
async function createTools({ reviewDuplicates }: MtuBenchSettings, on: Steps): Promise<void> {
  await on.once('openCreation');
  await on.map(CREATE_STAGE);
  await on.once('gatherTools');
  if (!reviewDuplicates) return;
  await on.once('findDuplicates');
  await on.review('duplicates');
  await on.once('settleDuplicates');
}

/** Documents the clustered tools created by a model, then writes the calls of their dialogues. */
async function synthesizeCalls(on: Steps): Promise<void> {
  await on.once('openDocumenting');
  await on.map(DOCUMENT_STAGE);
  await on.once('settleTools');
  await on.once('openSynthesis');
  await on.conversation(SYNTHESIZE_STAGE);
}
