import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { costOf, type Price } from '../../core/price.js';
import { usdText } from './price.js';

/** What a run may spend. */
export interface Budget {
  readonly usd: number;
  /**
   * A hard budget reserves the most that each call could cost, so it is never passed, as far as the input was counted
   * right. A soft one reserves what calls of the stage usually cost, and may be passed by what was in flight.
   */
  readonly hard: boolean;
}

/** What a run has spent and what its calls in flight have reserved, in US dollars, as the ledger has it. */
export interface Spending {
  readonly spent: number;
  readonly reserved: number;
}

/** Output that is reserved where neither the request names a most nor the stage has an answer yet. */
const USUAL_OUTPUT = 1_000;

/** A call before it is made. */
export interface Planned {
  readonly inputTokens: number;
  /** The most that the request allows. */
  readonly maxTokens?: number | undefined;
  /** The 99th percentile of the stage's answers so far, in tokens. */
  readonly usual?: number | undefined;
  readonly price: Price | undefined;
  readonly batch?: boolean;
}

/**
 * What to reserve for a call, in US dollars: its input and min(max_tokens, the stage's 99th percentile so far); with a
 * hard budget its input and max_tokens.
 * @throws CONFIG_INVALID where the price is unknown, or max_tokens under a hard budget: no budget could be kept then
 */
export function reservation(planned: Planned, { hard }: Pick<Budget, 'hard'>): number {
  const { inputTokens, maxTokens, usual, price, batch = false } = planned;
  if (hard && maxTokens === undefined)
    throw unkept('maxTokens for every role', 'a role without maxTokens', 'Set maxTokens');
  const output = hard ? maxTokens : Math.min(maxTokens ?? Infinity, usual ?? maxTokens ?? USUAL_OUTPUT);
  const cost = costOf({ input: inputTokens, cachedInput: 0, output: output ?? 0 }, price, { batch });
  if (cost === undefined) throw unkept('a price for every role', 'a model without a price', 'Set its price');
  return cost;
}

/** Whether a call may begin: all that is spent, reserved and to be reserved stays within the budget. */
export const mayBegin = (budget: Budget, { spent, reserved }: Spending, reserve: number): boolean =>
  spent + reserved + reserve <= budget.usd;

/** After a call began. */
export const withReserved = ({ spent, reserved }: Spending, reserve: number): Spending => ({
  spent,
  reserved: reserved + reserve,
});

/** After it ended, having cost something, or nothing. */
export const withSettled = ({ spent, reserved }: Spending, reserve: number, cost: number): Spending => ({
  spent: spent + cost,
  reserved: Math.max(0, reserved - reserve),
});

/** `25usd`, `$25`, `0.5 USD`, and with `,hard` after it. @throws USAGE */
export function parseBudget(text: string): Budget {
  const found = /^\s*(?:\$\s*([\d.]+)|([\d.]+)\s*usd)\s*(,\s*hard)?\s*$/i.exec(text);
  const usd = Number(found?.[1] ?? found?.[2]);
  if (found === null || !(usd > 0)) {
    throw new BenchwrightError('USAGE', {
      expected: '--budget 25usd, or --budget 25usd,hard for one that is never passed',
      found: JSON.stringify(text),
      next: 'Name an amount of US dollars above 0.',
    });
  }
  return { usd, hard: found[3] !== undefined };
}

/** What a person reads of a budget: `3.10 USD of 25.00 USD`, and by how much it was passed. */
export function budgetText(budget: Budget, { spent, reserved }: Spending): string {
  const over = spent - budget.usd;
  return [
    `${usdText(spent)} of ${usdText(budget.usd)}${budget.hard ? ' (hard)' : ''}`,
    ...(reserved > 0 ? [`${usdText(reserved)} reserved by calls in flight`] : []),
    ...(over > 0 ? [`passed by ${usdText(over)}, which was in flight`] : []),
  ].join('; ');
}

/** The error that pauses a run before the call for which the budget does not suffice. */
export const budgetReached = (budget: Budget, spending: Spending, reserve: number): BenchwrightError =>
  new BenchwrightError('BUDGET_REACHED', {
    expected: `${usdText(reserve)} left for the next call`,
    found: budgetText(budget, spending),
    next: `\`benchwright resume --budget ${Math.ceil(2 * budget.usd)}usd\` goes on with what is answered kept.`,
  });

const unkept = (expected: string, found: string, advice: string): BenchwrightError =>
  new BenchwrightError('CONFIG_INVALID', {
    expected: `${expected}, as a budget was given`,
    found,
    where: 'temporal.config.ts',
    next: `${advice} there, or run without the budget.`,
  });
