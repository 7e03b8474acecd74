import { pythonStrip } from '../../python/text.js';

/** End markers at which the runner cuts an answer, in its order (formats/t-eval.md 4). */
const ENDS = [
  '<eoa>',
  '<TOKENS_UNUSED_1>',
  '<|im_end|>',
  '\nuser',
  '\nassistant',
  '\nUSER',
  '[INST]',
  '<|user|>',
];
const FENCE = '```json';

/** A model's answer as the runner stores it. */
export function cutAnswer(answer: string): string {
  let text = answer;
  for (const end of ENDS) text = text.split(end)[0] ?? '';
  text = pythonStrip(text);
  if (text.startsWith(FENCE)) text = text.slice(FENCE.length);
  return pythonStrip(text.replace(/^`+|`+$/g, ''));
}
