import * as z from 'zod';
import type { Usage } from '../../core/model-call.js';

/** What a model costs, in US dollars for a million tokens. */
export const priceSchema = z.strictObject({
  input: z.number().nonnegative(),
  /** Input that the provider had in its cache. @default the price of input */
  cachedInput: z.number().nonnegative().optional(),
  output: z.number().nonnegative(),
  /** What a call in a batch costs, as a share of one by itself. */
  batchFactor: z.number().positive().max(1).default(0.5),
});
export type Price = z.infer<typeof priceSchema>;

/** What some tokens cost, in US dollars; undefined: nobody has named a price. A price of 0 is one. */
export function costOf(
  usage: Pick<Usage, 'input' | 'cachedInput' | 'output'>,
  price: Price | undefined,
  { batch = false }: { readonly batch?: boolean } = {},
): number | undefined {
  if (price === undefined) return undefined;
  const fresh = usage.input - usage.cachedInput;
  const millionths =
    fresh * price.input +
    usage.cachedInput * (price.cachedInput ?? price.input) +
    usage.output * price.output;
  return (millionths / 1e6) * (batch ? price.batchFactor : 1);
}

/** What many calls cost together: those whose price is unknown are counted, never taken as 0. */
export interface CostSum {
  readonly usd: number;
  readonly unpricedCalls: number;
  readonly unpricedTokens: number;
}

export const NO_COST: CostSum = { usd: 0, unpricedCalls: 0, unpricedTokens: 0 };

/** @param cost of `calls` calls with this usage together */
export const plusCost = (
  sum: CostSum,
  cost: number | undefined,
  { calls, tokens }: { readonly calls: number; readonly tokens: number },
): CostSum =>
  cost === undefined
    ? { ...sum, unpricedCalls: sum.unpricedCalls + calls, unpricedTokens: sum.unpricedTokens + tokens }
    : { ...sum, usd: sum.usd + cost };

/** Dollars for people: cents, and more digits where there are no cents to speak of. */
export const usdText = (usd: number): string => {
  const digits = usd > 0 && usd < 0.1 ? 4 : 2;
  return usd > 0 && usd < 0.0001 ? 'less than 0.0001 USD' : `${usd.toFixed(digits)} USD`;
};

/** A sum for people: `1.20 USD`, `price unknown (12 calls, 3,400 tokens)`, or both. */
export function costText({ usd, unpricedCalls, unpricedTokens }: CostSum): string {
  if (unpricedCalls === 0) return usdText(usd);
  const calls = `${unpricedCalls.toLocaleString('en')} ${unpricedCalls === 1 ? 'call' : 'calls'}`;
  const unknown = `price unknown (${calls}, ${unpricedTokens.toLocaleString('en')} tokens)`;
  return usd === 0 ? unknown : `${usdText(usd)} and more: ${unknown}`;
}
