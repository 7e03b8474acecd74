import { describe, expect, it } from 'vitest';
import { retryAfterMs } from '../../core/retry-after.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const HOUR_MS = 3_600_000;

describe('Retry-After', () => {
  it.each([
    ['20', 20_000],
    [' 20 ', 20_000],
    ['0', 0],
    ['0.5', 500],
    ['0.0001', 1],
    ['Sat, 21 Nov 2026 12:01:30 GMT', 90_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['-5', 0],
    ['soon', undefined],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('%j is %s', (header, ms) => {
    expect(retryAfterMs(header, NOW)).toBe(ms);
  });

  it('as a date says nothing where the time is not known', () => {
    expect(retryAfterMs('Sat, 21 Nov 2026 12:01:30 GMT', NaN)).toBeUndefined();
    expect(retryAfterMs('20', NaN)).toBe(20_000);
  });

  it('has no limit unless one is given, which holds for seconds and dates', () => {
    expect(retryAfterMs('7200', NOW)).toBe(2 * HOUR_MS);
    expect(retryAfterMs('7200', NOW, HOUR_MS)).toBe(HOUR_MS);
    expect(retryAfterMs('Sat, 21 Nov 2026 14:00:00 GMT', NOW, HOUR_MS)).toBe(HOUR_MS);
  });
});
