import * as z from 'zod';
import type { Usage } from './model-call.js';

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

/** Prices by model name. Applied when tokens are read, so that a price may be mended later. */
export type PriceTable = ReadonlyMap<string, Price>;

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
