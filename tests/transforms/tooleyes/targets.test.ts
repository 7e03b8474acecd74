import { describe, expect, it } from 'vitest';
import { dividedTarget, sharedOut } from '../../../transforms/tooleyes/targets.js';

describe('a number that is shared out', () => {
  it.each<[number, Record<string, number>, Record<string, number>]>([
    [10, { a: 1, b: 1 }, { a: 5, b: 5 }],
    [10, { a: 1, b: 2 }, { a: 3, b: 7 }],
    // 2.5 each: the first gets what is left.
    [5, { a: 1, b: 1 }, { a: 3, b: 2 }],
    // 1.4, 2.8 and 2.8: the two largest remainders get one more each.
    [7, { a: 1, b: 2, c: 2 }, { a: 1, b: 3, c: 3 }],
    [3, { a: 1, b: 1, c: 1, d: 1 }, { a: 1, b: 1, c: 1, d: 0 }],
    [4, { a: 0, b: 3 }, { a: 0, b: 4 }],
    [4, { a: 0, b: 0 }, { a: 0, b: 0 }],
    [0, { a: 1 }, { a: 0 }],
  ])('%i by %j is %j', (number, shares, expected) => {
    const parts = sharedOut(number, new Map(Object.entries(shares)));
    expect([...parts]).toEqual(Object.entries(expected));
  });
});

describe('the target of a scenario', () => {
  const AMONG = [
    { path: 'B/two', tools: 6 },
    { path: 'A/one', tools: 2 },
    { path: 'C/three', tools: 2 },
  ];

  it('is one query for each subcategory, and the rest in proportion to their tools', () => {
    expect([...dividedTarget(13, AMONG)]).toEqual([
      ['A/one', 3],
      ['B/two', 7],
      ['C/three', 3],
    ]);
  });

  it('goes to those with most tools where it does not reach, and among equal ones to the first by path', () => {
    expect([...dividedTarget(2, AMONG)]).toEqual([
      ['A/one', 1],
      ['B/two', 1],
      ['C/three', 0],
    ]);
    expect(dividedTarget(1, AMONG).get('B/two')).toBe(1);
    expect([...dividedTarget(0, AMONG).values()]).toEqual([0, 0, 0]);
    expect([...dividedTarget(2, [...AMONG].reverse())]).toEqual([...dividedTarget(2, AMONG)]);
  });
});
