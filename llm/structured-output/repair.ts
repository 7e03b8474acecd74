import type { Message } from '../../core/model-call.js';
import { renderPrompt, type Prompt } from '../../prompts/prompt.js';
import type { Reading } from './read-answer.js';

/** The prompt of the repair turn. */
export const REPAIR_PROMPT = 'structured-output/repair';

/** Lines of what is wrong that a model is shown. */
const SHOWN = 10;

/**
 * The messages of a repair turn: those that were asked, the model's own answer, and what is wrong with it.
 * @param prompt the one of `REPAIR_PROMPT`, as the run froze it
 * @throws PROMPT_INVALID
 */
export function repairTurn(
  prompt: Prompt,
  asked: readonly Message[],
  answer: string,
  wrong: Extract<Reading<unknown>, { ok: false }>,
): Message[] {
  const problems = wrong.problems.slice(0, SHOWN);
  const text = renderPrompt(prompt, { reason: wrong.reason, problems });
  return [...asked, { role: 'assistant', text: answer }, { role: 'user', text: text.trim() }];
}
