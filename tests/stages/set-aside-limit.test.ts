import { expect, it } from 'vitest';
import { passesSetAsideLimit } from '../../stages/set-aside-limit.js';

it('more than the share stops a run, the share itself does not', () => {
  const of = (...counts: number[]): Record<string, number> =>
    Object.fromEntries(counts.map((count, at) => [`reason ${at}`, count]));
  expect(passesSetAsideLimit(0.25, 8, of(2))).toBe(false);
  expect(passesSetAsideLimit(0.25, 8, of(2, 1))).toBe(true);
  expect(passesSetAsideLimit(0, 8, of())).toBe(false);
  expect(passesSetAsideLimit(0, 8, of(1))).toBe(true);
  expect(passesSetAsideLimit(1, 8, of(8))).toBe(false);
  expect(passesSetAsideLimit(0, 0, of())).toBe(false);
});
