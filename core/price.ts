import type { Usage } from './model-call.js';

/** What a million tokens cost, in US dollars. Cached input costs what input does unless it says otherwise. */
export interface Price {
  readonly input: number;
  readonly output: number;
  readonly cachedInput?: number;
}

/** Prices by model name. Applied when tokens are read, so that a price may be mended later. */
export type PriceTable = ReadonlyMap<string, Price>;

/** What tokens cost in US dollars; undefined where the price is not known, which is never nothing. */
export function costOf(usage: Usage, price: Price | undefined): number | undefined {
  if (price === undefined) return undefined;
  const { input, output, cachedInput = input } = price;
  const fresh = usage.input - usage.cachedInput;
  return (fresh * input + usage.cachedInput * cachedInput + usage.output * output) / 1e6;
}
