import type { AskSettings } from '../../core/ask/run.js';
import { askStageOf } from '../../core/ask/stages.js';
import type { Pipeline } from '../../core/family.js';

/** Each row of a file is a question to a role, or the subject of a conversation with a role that plays the user. */
export const pipeline: Pipeline<AskSettings> = async ({ settings }, on) => {
  const stage = askStageOf(settings);
  await (stage === 'ask' ? on.map(stage) : on.conversation(stage));
  return on.export();
};
