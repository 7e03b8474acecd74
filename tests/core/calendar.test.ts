import { describe, expect, it } from 'vitest';
import { dayInWords } from '../../core/calendar.js';

describe('a day in words', () => {
  it.each([
    ['2019-03-01', 'Friday, March 1, 2019'],
    ['2024-01-04', 'Thursday, January 4, 2024'], // the published prompts call it a Monday
    ['2024-02-29', 'Thursday, February 29, 2024'],
    ['2000-12-31', 'Sunday, December 31, 2000'],
  ])('%s is %s, in any time zone', (day, words) => {
    expect(dayInWords(day)).toBe(words);
  });
});
