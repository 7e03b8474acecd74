import type { Budget, Reserve, Spending } from '../../core/budget.js';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { costOf, type Price } from '../../core/price.js';
import { usdText } from './price.js';

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
 * hard budget its input and max_tokens. Undefined where the price is unknown, or max_tokens under a hard budget.
 */
export function reservation({ inputTokens, maxTokens, usual, price, batch = false }: Planned): Reserve {
  const cost = (output: number): number | undefined =>
    costOf({ input: inputTokens, cachedInput: 0, output }, price, { batch });
  return {
    soft: cost(Math.min(maxTokens ?? Infinity, usual ?? maxTokens ?? USUAL_OUTPUT)),
    hard: maxTokens === undefined ? undefined : cost(maxTokens),
  };
}

/** The error that pauses a run whose budget cannot be kept, as it is not known what a call may cost. */
export const budgetUnkept = (
  { hard }: Budget,
  { maxTokens, price }: Planned,
  model: string,
): BenchwrightError =>
  hard && maxTokens === undefined && price !== undefined
    ? unkept('maxTokens for every role', `a role without maxTokens, of ${model}`, 'Set maxTokens')
    : unkept('a price for every role', `no price for ${model}`, 'Set its price');

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
export function budgetText(budget: Budget, { spent, reserved, lost }: Spending): string {
  const paid = spent + lost;
  const over = paid - budget.usd;
  return [
    `${usdText(paid)} of ${usdText(budget.usd)}${budget.hard ? ' (hard)' : ''}`,
    ...(lost > 0 ? [`${usdText(lost)} of it perhaps billed and lost`] : []),
    ...(reserved > 0 ? [`${usdText(reserved)} reserved by calls in flight`] : []),
    ...(over > 0 ? [`passed by ${usdText(over)}, which was in flight`] : []),
  ].join('; ');
}

/** The error that pauses a run before the call for which the budget does not suffice. */
export const budgetReached = (budget: Budget, spending: Spending, reserve: number): BenchwrightError =>
  new BenchwrightError('BUDGET_REACHED', {
    expected: `${usdText(reserve)} left for the next call`,
    found: budgetText(budget, spending),
    next: `\`benchwright resume --budget ${more(budget, spending)}\` goes on with what is answered kept.`,
  });

/** A budget that is enough to go on with, as it is typed. */
const more = ({ usd, hard }: Budget, { spent, lost }: Spending): string =>
  `${Math.ceil(Math.max(2 * usd, 1.5 * (spent + lost)))}usd${hard ? ',hard' : ''}`;

const unkept = (expected: string, found: string, advice: string): BenchwrightError =>
  new BenchwrightError('CONFIG_INVALID', {
    expected: `${expected}, as a budget was given`,
    found,
    where: 'temporal.config.ts',
    next: `${advice} there, or run without the budget.`,
  });
