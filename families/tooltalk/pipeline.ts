import type { Pipeline } from '../../core/family.js';
import type { ToolTalkSettings } from '../../core/tooltalk/run.js';
import { CONVERSE_STAGE, SCENARIOS_STAGE } from '../../core/tooltalk/stages.js';

/**
 * ToolTalk (section 3 of the paper): scenarios for subsets of suites are written, and as many of each tool as of the
 * others taken, and decided on by people on request; a user agent and an assistant agent hold a conversation about each, whose calls are executed; a gate
 * looks at every conversation, people verify them, and the files are written. Conversations may also be read.
 */
export const pipeline: Pipeline<ToolTalkSettings> = async ({ settings, reviewed }, on) => {
  if (settings.generate) {
    await on.map(SCENARIOS_STAGE);
    if (settings.generate.review) {
      await on.review('scenarios');
      await on.once('settleScenarios');
    }
    await on.once('chooseScenarios');
    await on.conversation(CONVERSE_STAGE);
  }
  await on.once('checkConversations');
  if (reviewed) await on.review();
  return on.export();
};
