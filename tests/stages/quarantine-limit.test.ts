import { expect, it } from 'vitest';
import { exceedsQuarantineLimit } from '../../stages/quarantine-limit.js';

it('more than the share stops a run, the share itself does not', () => {
  const of = (...counts: number[]): Record<string, number> =>
    Object.fromEntries(counts.map((count, at) => [`reason ${at}`, count]));
  expect(exceedsQuarantineLimit(0.25, 8, of(2))).toBe(false);
  expect(exceedsQuarantineLimit(0.25, 8, of(2, 1))).toBe(true);
  expect(exceedsQuarantineLimit(0, 8, of())).toBe(false);
  expect(exceedsQuarantineLimit(0, 8, of(1))).toBe(true);
  expect(exceedsQuarantineLimit(1, 8, of(8))).toBe(false);
  expect(exceedsQuarantineLimit(0, 0, of())).toBe(false);
});
