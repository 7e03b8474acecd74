import type { Pipeline } from '../../core/family.js';
import type { ToolEyesSettings } from '../../core/tooleyes/run.js';
import {
  DRAFTS_STAGE,
  HEALTH_STAGE,
  JUDGE_STAGE,
  TRAJECTORIES_STAGE,
  WRITING_GATE,
} from '../../core/tooleyes/stages.js';

/**
 * ToolEyes (sections 2.2 to 2.4 of the paper): queries for the subcategories of a tool library are read, written or drafted, and
 * people decide on them; a model works on each with the tools of its subcategory; a judge scores what it did, people
 * score a sample too, and the files are written.
 */
export const pipeline: Pipeline<ToolEyesSettings> = async ({ settings, reviewed }, on) => {
  if (settings.health) await on.map(HEALTH_STAGE);
  if (settings.write) {
    await on.review(WRITING_GATE);
    await on.once('settleWriting');
  }
  if (settings.queries === 'drafted') await on.map(DRAFTS_STAGE);
  await on.once('findNearDuplicates');
  if (settings.reviewQueries) {
    await on.review('queries');
    await on.once('settleQueries');
  }
  if (settings.trajectories) {
    await on.once('openTrajectories');
    await on.conversation(TRAJECTORIES_STAGE);
    if (settings.judge) {
      await on.once('openJudge');
      await on.map(JUDGE_STAGE);
      if (settings.judge.review) {
        await on.review('judgements');
        await on.once('settleJudgements');
      }
    }
  }
  if (reviewed) await on.review();
  return on.export();
};
