import { SYNTHESIZE_STAGE } from '../core/creation.js';
import { ANNOTATE_STAGE } from '../core/t-eval/run.js';
import { annotateStage } from './t-eval/annotate-stage.js';
import { synthesizeStage } from './mtu-bench/creation/synthesize-stage.js';
import { converseStage } from './ask/converse-row.js';
import type { ConversationStage } from './talk-stage.js';

/** The conversation stages of all families, by name. */
const TALK_STAGES: Readonly<Record<string, ConversationStage>> = {
  converse: converseStage,
  [SYNTHESIZE_STAGE]: synthesizeStage,
  [ANNOTATE_STAGE]: annotateStage,
};

/** @throws for a stage that is none */
export function conversationStageOf(stage: string): ConversationStage {
  const found = TALK_STAGES[stage];
  if (found === undefined) throw new Error(`${stage} is no conversation stage`);
  return found;
}
