/** Total cost of calls. Calls of unknown price are counted, never taken as 0. */
export interface CostSum {
  readonly usd: number;
  readonly unpricedCalls: number;
  readonly unpricedTokens: number;
}

export const NO_COST: CostSum = { usd: 0, unpricedCalls: 0, unpricedTokens: 0 };

/** @param cost of all `calls` together */
export const plusCost = (
  sum: CostSum,
  cost: number | undefined,
  { calls, tokens }: { readonly calls: number; readonly tokens: number },
): CostSum =>
  cost === undefined
    ? { ...sum, unpricedCalls: sum.unpricedCalls + calls, unpricedTokens: sum.unpricedTokens + tokens }
    : { ...sum, usd: sum.usd + cost };

/** Formats dollars to the cent, with more digits for smaller amounts. */
export const usdText = (usd: number): string => {
  const digits = usd > 0 && usd < 0.1 ? 4 : 2;
  return usd > 0 && usd < 0.0001 ? 'less than 0.0001 USD' : `${usd.toFixed(digits)} USD`;
};

/** Formats a sum: `1.20 USD`, `price unknown (12 calls, 3,400 tokens)`, or both. */
export function costText({ usd, unpricedCalls, unpricedTokens }: CostSum): string {
  if (unpricedCalls === 0) return usdText(usd);
  const calls = `${unpricedCalls.toLocaleString('en')} ${unpricedCalls === 1 ? 'call' : 'calls'}`;
  const unknown = `price unknown (${calls}, ${unpricedTokens.toLocaleString('en')} tokens)`;
  return usd === 0 ? unknown : `${usdText(usd)} and more: ${unknown}`;
}
