import { JUDGE_INTENTS_STAGE, type IntentVerdict } from '../../../core/mtu-bench/intents.js';
import { streamWorkItems, type WorkItemOutcome } from '../../../store/stages/work-items.js';
import type { Store } from '../../../store/store.js';

/** Outcomes of judged intents, by tool. @throws if one has no outcome yet */
export async function judgedIntents(store: Store, runId: string): Promise<Map<string, WorkItemOutcome>> {
  const judged = new Map<string, WorkItemOutcome>();
  for await (const { workItem, result } of streamWorkItems(store, runId, JUDGE_INTENTS_STAGE)) {
    if (result === undefined) throw new Error(`the intent ${workItem} has not been judged yet`);
    judged.set(workItem, result);
  }
  return judged;
}

/** The usable verdict of an outcome, if any. */
export const intentVerdictOf = (result: WorkItemOutcome | undefined): IntentVerdict | undefined =>
  result?.outcome === 'done' ? (result.value as IntentVerdict) : undefined;
