import { describe, expect, it } from 'vitest';
import { saysValue } from '../../sources/said-values.js';

describe('words say a value', () => {
  it.each([
    ['one Chai Latte please', 'chai latte'],
    ['one Chai Latte please', '1'],
    ['could I get a mocha?', '1'],
    ['Three tickets.', '3'],
    ['the 9:10pm showing', '9:10pm'],
    ['a Triple Oat milk cortado', 'Triple OR Oat Milk'],
    ["at Lou's Diner", "Lou's Diner"],
    ['música libre', 'Música'],
    ['two', 2],
  ])('%s: %s', (text, value) => {
    expect(saysValue(text, value)).toBe(true);
  });

  it.each([
    ['one Chai Latte please', 'latte chai'],
    ['one Chai Latte please', 'Chai La'],
    ['a Triple Cortado', 'Triple OR Oat Milk'],
    ['mochas', 'mocha'],
    ['yes please', '1'],
    ['anything', ''],
    ['true', true],
  ])('not so %s: %s', (text, value) => {
    expect(saysValue(text, value)).toBe(false);
  });
});
