import { JUDGE_INTENTS_STAGE, type IntentVerdict } from '../../../core/mtu-bench/intents.js';
import { streamSubjects, type SubjectOutcome } from '../../../store/stages/subjects.js';
import type { Store } from '../../../store/store.js';

/** What became of the question about each intent that a model was asked about, by tool. @throws while one has no outcome */
export async function judgedIntents(store: Store, runId: string): Promise<Map<string, SubjectOutcome>> {
  const judged = new Map<string, SubjectOutcome>();
  for await (const { subject, result } of streamSubjects(store, runId, JUDGE_INTENTS_STAGE)) {
    if (result === undefined) throw new Error(`the intent ${subject} has not been judged yet`);
    judged.set(subject, result);
  }
  return judged;
}

/** What was said of one, if something usable was. */
export const intentVerdictOf = (result: SubjectOutcome | undefined): IntentVerdict | undefined =>
  result?.outcome === 'done' ? (result.value as IntentVerdict) : undefined;
