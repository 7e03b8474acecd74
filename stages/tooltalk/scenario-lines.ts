import type { ToolTalkLineage } from '../../core/tooltalk/manifest.js';
import { REVIEW_SCENARIOS_STAGE, SCENARIOS_STAGE } from '../../core/tooltalk/run.js';
import type { Store } from '../../store/store.js';
import { conversationId } from './check-conversations.js';
import { dividedScenarios } from './choose-scenarios.js';
import { ToolTalkContext } from './context.js';
import { REJECTED } from '../../core/review/outcome-after-review.js';
import { scenarioReviews } from './review-scenarios.js';
import { answeredPrompts } from './generate-scenarios.js';

/**
 * Outcomes of all scenarios without a conversation; a failed prompt counts as the scenarios that it asked for. @param
 * soFar whether prompts may lack an outcome
 */
export async function scenarioLines(store: Store, runId: string, soFar: boolean): Promise<ToolTalkLineage[]> {
  const { generate } = await ToolTalkContext.open(store, runId);
  const { left } = await dividedScenarios(store, runId, generate.scenarios, soFar);
  const reasons = new Map(left.map(({ id, reason }) => [id, reason]));
  const reviews = await scenarioReviews(store, runId);
  const lines: ToolTalkLineage[] = [];
  for await (const { prompt, keys: answers, written, failed } of answeredPrompts(store, runId, soFar)) {
    const keys = { [SCENARIOS_STAGE]: [...answers] };
    const ids = failed
      ? Array.from({ length: prompt.count }, (_, at) => `${prompt.id}/${at}`)
      : written.map(({ id }) => id);
    for (const recordId of ids) {
      const line = { itemId: conversationId(recordId), recordId, set: prompt.set, keys };
      const reason = reasons.get(recordId);
      const scenarioReview = reviews?.get(line.itemId);
      const rejected = reviews !== undefined && scenarioReview?.record.outcome !== 'accepted';
      if (failed) lines.push({ ...line, outcome: 'set aside', stage: SCENARIOS_STAGE, ...failed });
      else if (reason)
        lines.push({ ...line, outcome: 'dropped', stage: SCENARIOS_STAGE, reason, detail: '' });
      else if (rejected)
        lines.push({
          ...{ ...line, outcome: 'dropped', stage: REVIEW_SCENARIOS_STAGE, reason: REJECTED },
          detail: scenarioReview?.record.reason ?? '',
          ...(scenarioReview && { scenarioReview }),
        });
      else lines.push({ ...line, outcome: 'undecided', ...(scenarioReview && { scenarioReview }) });
    }
  }
  return lines;
}
