import * as z from 'zod';
import type { Usage } from './model-call.js';

/** Prices of a model, in US dollars per million tokens. */
export const priceSchema = z.strictObject({
  input: z.number().nonnegative(),
  /** Input tokens from the provider's cache. @default the price of input */
  cachedInput: z.number().nonnegative().optional(),
  output: z.number().nonnegative(),
  /** Price of a call in a batch, relative to a single call. */
  batchFactor: z.number().positive().max(1).default(0.5),
});
export type Price = z.infer<typeof priceSchema>;

/** Prices by model name. Applied on reading, so that prices can be corrected later. */
export type PriceTable = ReadonlyMap<string, Price>;

/** Cost of tokens in US dollars; undefined if the model has no price. A price of 0 is a price. */
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
