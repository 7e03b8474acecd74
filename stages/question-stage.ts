import type { ServedModel } from '../core/model-config.js';
import { askPrompt, firstPromptCall, type PromptQuestion } from '../llm/asking/ask-prompt.js';
import type { StructuredAnswer } from '../llm/asking/ask-structured.js';
import type { WorkItemOutcome } from '../store/stages/work-items.js';
import type { MapStage } from './map-stage.js';

/** The outcome of a work item with a single question. */
export function workItemOutcome<T>(found: StructuredAnswer<T>): WorkItemOutcome {
  const { keys } = found;
  if (found.ok) return { outcome: 'done', value: found.value, keys };
  const { problem, reason, requestDigest } = found;
  return { outcome: 'set aside', reason: problem, detail: reason, requestDigest, keys };
}

/**
 * A map stage that asks one question about each work item.
 * @param valueOf the part of an answer to store; @default the answer
 */
export const questionStage = <S, I, O>(
  role: ServedModel,
  questionOf: (workItem: S) => PromptQuestion<I, O> | Promise<PromptQuestion<I, O>>,
  valueOf: (workItem: S, answer: O) => unknown = (_workItem, answer) => answer,
): MapStage => ({
  role,
  async work(access, { input }, call) {
    const found = await askPrompt(access, await questionOf(input as S), call);
    return workItemOutcome(found.ok ? { ...found, value: valueOf(input as S, found.value) } : found);
  },
  firstCalls: async ({ input }) => [firstPromptCall(await questionOf(input as S))],
});
