import { CONVERSE_STAGE } from '../../core/tooltalk/run.js';
import type { Store } from '../../store/store.js';
import { enqueueItems } from '../enqueue-work-items.js';
import { conversationId } from './check-conversations.js';
import { dividedScenarios, type ScenarioToHold } from './choose-scenarios.js';
import { ToolTalkContext } from './context.js';
import { acceptedScenario, scenarioReviews } from './review-scenarios.js';

/**
 * Enqueues the chosen scenarios, only accepted ones if they are reviewed, for the stage `converse`. When repeated, adds
 * later ones.
 */
export async function chooseScenarios(store: Store, runId: string): Promise<void> {
  const { generate } = await ToolTalkContext.open(store, runId);
  const { chosen } = await dividedScenarios(store, runId, generate.scenarios, false);
  const reviews = await scenarioReviews(store, runId);
  const accepted = chosen.flatMap((one) => acceptedScenario(one, reviews) ?? []);
  const held = accepted.map(({ id: recordId, prompt, scenario, calls }): ScenarioToHold => {
    const at = recordId.slice(prompt.id.length + 1);
    return {
      ...{ itemId: conversationId(recordId), recordId, set: prompt.set, scenario },
      file: prompt.set === 'easy' && at === '0' ? `${prompt.id}.json` : `${prompt.id}-${at}.json`,
      ...{ suites: prompt.suites, planned: calls },
    };
  });
  await enqueueItems(store, runId, CONVERSE_STAGE, held);
}
