import { RESULT_TOKENS } from '../../core/tooleyes/trajectory.js';
import type { CountTokens } from '../../llm/cost/tokens.js';

/** Maximum number of characters that can fit. Answers of real tools may be long, and counting their tokens is slow. */
const RESULT_LETTERS = 200_000;

/** Truncates a tool's answer to the maximum tokens of an observation. */
export function cutResult(text: string, count: CountTokens): string {
  if (text.length <= RESULT_LETTERS && count(text) <= RESULT_TOKENS) return text;
  const letters = [...text.slice(0, RESULT_LETTERS)];
  let [fits, above] = [0, letters.length];
  while (above - fits > 1) {
    const middle = Math.floor((fits + above) / 2);
    if (count(letters.slice(0, middle).join('')) <= RESULT_TOKENS) fits = middle;
    else above = middle;
  }
  return letters.slice(0, fits).join('');
}
