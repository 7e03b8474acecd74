import { pythonStr } from '../../python/text.js';
import type { Setting } from '../../../core/mtu-bench/item.js';
import type { GoldAnswer } from './settings.js';

type Call = readonly [name: string, values: Readonly<Record<string, unknown>>];

/** The thought of every written prediction. It names no action, which would be read as one (3.1a). */
const THOUGHT = 'Thought: This is what the gold says.';

/**
 * Gold as a prediction (formats/mtu-bench.md 4; output form: 1.2, 1): the thought, then one pair of lines
 * `Action: <name>` and `Action Input: <JSON>` for each call, in order; without a call only the thought.
 * Names are written as gold has them, leading spaces of M-M (1.1) included: its reading trims them.
 * The setting makes no difference to the text: both forms of "no call" (`{"": {}}`, `{}`) are known.
 */
export function mtuBenchGoldPrediction(_setting: Setting, answer: GoldAnswer): string {
  return predictionOf(calls(answer));
}

/** Probe "never call" (formats/mtu-bench.md 4): a thought and nothing else. */
export function neverCall(): string {
  return THOUGHT;
}

/** Probe "gold calls in reverse order" (formats/mtu-bench.md 4). Scores as gold: TO does not measure order. */
export function goldReversed(answer: GoldAnswer): string {
  return predictionOf(calls(answer).reverse());
}

/**
 * Probe "gold + one spurious call" (formats/mtu-bench.md 4): a call of a tool that is not gold after the gold
 * calls; turns without a call stay without. Scores as gold: TN does not see extra calls.
 */
export function goldWithSpuriousCall(answer: GoldAnswer): string {
  const gold = calls(answer);
  if (gold.length === 0) return neverCall();
  const names = new Set(gold.map(([name]) => name.trim()));
  let spurious = 'no_such_tool';
  while (names.has(spurious)) spurious += '_either';
  return predictionOf([...gold, [spurious, {}]]);
}

/** Probe "gold tools, every value empty" (formats/mtu-bench.md 4). Right in S-M and M-M, as "" is in any text. */
export function goldWithEmptyValues(answer: GoldAnswer): string {
  return predictionOf(mapValues(answer, () => ''));
}

/**
 * Probe "gold values inside longer strings" (formats/mtu-bench.md 4): each value as Python prints it, with words
 * before and after. Right in S-S and M-S, but for values that end in "my" (Economy): the blank behind them makes
 * the "my " that 3.3 removes. Wrong in S-M and M-M wherever a call has arguments.
 */
export function goldInsideLongerStrings(answer: GoldAnswer): string {
  return predictionOf(mapValues(answer, (value) => `such as ${pythonStr(value)} indeed`));
}

function mapValues(answer: GoldAnswer, change: (value: unknown) => string): Call[] {
  return calls(answer).map(([name, values]) => [
    name,
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)])),
  ]);
}

function calls(answer: GoldAnswer): Call[] {
  return Object.entries(answer).filter(([name]) => name !== '');
}

function predictionOf(written: readonly Call[]): string {
  const lines = written.map(([name, values]) => `Action: ${name}\nAction Input: ${JSON.stringify(values)}`);
  return [THOUGHT, ...lines].join('\n');
}
