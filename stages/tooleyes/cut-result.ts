import { RESULT_TOKENS } from '../../core/tooleyes/trajectory.js';
import type { CountTokens } from '../../llm/cost/tokens.js';

/** An answer of a real tool may be long, and counting its tokens slow: no more can fit. */
const RESULT_LETTERS = 200_000;

/** What a tool answered, cut to the tokens that an observation has at most. */
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
