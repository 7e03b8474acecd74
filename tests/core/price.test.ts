import { expect, it } from 'vitest';
import { costOf } from '../../core/price.js';

const usage = { input: 1_000_000, cachedInput: 400_000, output: 200_000, reasoning: 100_000 };

it('is dollars a million tokens, cached input apart, reasoning as the output it is part of', () => {
  expect(costOf(usage, { input: 2, output: 10, cachedInput: 0.5 })).toBeCloseTo(
    0.6 * 2 + 0.4 * 0.5 + 0.2 * 10,
  );
});

it('of cached input is that of input where no other is told', () => {
  expect(costOf(usage, { input: 2, output: 10 })).toBeCloseTo(2 + 2);
});

it('that is not known gives no cost, which is not nothing', () => {
  expect(costOf(usage, undefined)).toBeUndefined();
});
