import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import type { CliContext } from '../../open-context.js';

import { priceSchema, type Price, type PriceTable } from '../../../core/price.js';

/** The configured prices, overridden by the command line's. @param words values of `--price` @throws USAGE */
export function pricesOf(words: readonly string[], { config }: CliContext): PriceTable {
  return new Map([
    ...Object.entries(config.models.prices),
    ...words.map((word): [string, Price] => {
      const [, model, list] = /^(.+)=([\d.,]+)$/.exec(word) ?? [];
      const [input, output, cachedInput, ...rest] = (list ?? '')
        .split(',')
        .map((text) => Number(text || NaN));
      const given = [input, output, ...(cachedInput === undefined ? [] : [cachedInput])];
      if (model === undefined || rest.length > 0 || !given.every((one) => Number.isFinite(one))) {
        throw new BenchwrightError('USAGE', {
          expected:
            '--price MODEL=INPUT,OUTPUT or MODEL=INPUT,OUTPUT,CACHED in US dollars per million tokens',
          found: JSON.stringify(word),
          next: 'Such as --price gpt-x=0.15,0.60,0.075.',
        });
      }
      return [model, priceSchema.parse({ input, output, cachedInput })];
    }),
  ]);
}
