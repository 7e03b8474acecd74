import type { Message } from '../../core/model-call.js';
import { renderPrompt, type Prompt } from '../../prompts/prompt.js';
import type { Reading } from './read-answer.js';

export const REPAIR_PROMPT = 'structured-output/repair';

/** Maximum problems shown to the model. */
const SHOWN = 10;

/**
 * The messages of a repair turn: the original ones, the model's answer, and its problems.
 * @param prompt the prompt `REPAIR_PROMPT` of the run spec
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
