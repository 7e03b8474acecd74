import type { ToolTalkLineage } from '../../core/tooltalk/manifest.js';
import { kindsOf, findingText } from '../../core/tooltalk/finding.js';
import { CHECK_STAGE, CONVERSE_STAGE } from '../../core/tooltalk/run.js';
import { outcomeAfterReview } from '../../core/review/outcome-after-review.js';
import { streamWorkItems } from '../../store/stages/work-items.js';
import type { Store } from '../../store/store.js';
import type { ScenarioToHold } from './choose-scenarios.js';
import { reviewedConversations, type ReviewedConversation } from './review-conversations.js';
import { scenarioLines } from './scenario-lines.js';

/** A conversation of a run with its outcome so far. */
export interface CollectedConversation {
  readonly line: ToolTalkLineage;
  /** Absent if there is no conversation. */
  readonly held?: ReviewedConversation;
}

/** All conversations of a run with their outcomes, by item id. @param soFar whether some may lack one */
export async function collectConversations(
  store: Store,
  runId: string,
  generated: boolean,
  soFar = false,
): Promise<Map<string, CollectedConversation>> {
  const found = new Map<string, CollectedConversation>();
  if (generated) {
    for (const line of await scenarioLines(store, runId, soFar)) found.set(line.itemId, { line });
    for await (const { input, result, workItem } of streamWorkItems(store, runId, CONVERSE_STAGE)) {
      const { itemId, recordId, set } = input as ScenarioToHold;
      if (result === undefined && !soFar) throw new Error(`the scenario ${workItem} has no outcome yet`);
      const { scenarioReview, keys } = found.get(itemId)?.line ?? {};
      const line = {
        ...{ itemId, recordId, set, ...(scenarioReview && { scenarioReview }) },
        keys: { ...keys, [CONVERSE_STAGE]: [...(result?.keys ?? [])] },
      };
      found.set(itemId, {
        line:
          result?.outcome === 'set aside'
            ? {
                ...line,
                outcome: 'set aside',
                stage: CONVERSE_STAGE,
                reason: result.reason,
                detail: result.detail,
              }
            : { ...line, outcome: 'undecided' },
      });
    }
  }
  for await (const held of reviewedConversations(store, runId))
    found.set(held.itemId, { line: lineOf(held, found.get(held.itemId)?.line), held });
  return found;
}

function lineOf(held: ReviewedConversation, before: ToolTalkLineage | undefined): ToolTalkLineage {
  const { itemId, recordId, item, itemVersion, dropped, reviewRecord } = held;
  const flags = kindsOf(item.findings);
  const line = {
    ...{ itemId, recordId, set: item.set, itemVersion },
    ...(flags.length === 0 ? {} : { flags }),
    keys: before?.keys ?? {},
    ...(before?.scenarioReview && { scenarioReview: before.scenarioReview }),
  };
  if (dropped !== undefined) {
    const why = item.findings.find(({ kind }) => kind === dropped);
    return {
      ...{ ...line, outcome: 'dropped', stage: CHECK_STAGE, reason: dropped },
      detail: why === undefined ? '' : findingText(why),
    };
  }
  return { ...line, ...outcomeAfterReview(reviewRecord) };
}
