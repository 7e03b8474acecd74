import { describe, expect, it } from 'vitest';
import {
  scoreMulti,
  scoreSingle,
  softTurnSuccess,
  taskProcess,
  taskSuccess,
  toolNumber,
  toolOrder,
  turnSuccess,
} from '../../../../transforms/mtu-bench/scoring/measures.js';

const call = (name: string, values: object = {}) =>
  `Action: ${name}\nAction Input: ${JSON.stringify(values)}\n`;

describe('TS and PS of a record (formats/mtu-bench.md 3.4)', () => {
  const gold = { FindBus: { from: 'Fresno', to: 'York' } };

  it('count the name and the whole call', () => {
    expect(scoreSingle(gold, call('FindBus', { from: 'Fresno', to: 'New York' }))).toEqual({
      toolRight: true,
      callRight: true,
    });
    expect(scoreSingle(gold, call('FindBus', { from: 'Fresno' }))).toEqual({
      toolRight: true,
      callRight: false,
    });
    expect(scoreSingle(gold, call('FindTrain', { from: 'Fresno', to: 'York' }))).toEqual({
      toolRight: false,
      callRight: false,
    });
  });

  it('count a right no-call', () => {
    expect(scoreSingle({ '': {} }, 'Thought: Nothing.')).toEqual({ toolRight: true, callRight: true });
    expect(scoreSingle({ '': {} }, call('FindBus'))).toEqual({ toolRight: false, callRight: false });
  });

  it('refuse a gold answer that the published code cannot take', () => {
    expect(() => scoreSingle({}, '')).toThrow(/exactly one key, this one has 0/);
  });
});

describe('TN (formats/mtu-bench.md 3.4)', () => {
  const calls = (...names: string[]) => new Map(names.map((name) => [name, { of: name }]));
  const tn = (predicted: ReturnType<typeof calls>, gold: ReturnType<typeof calls>) =>
    toolNumber(predicted, gold).score;

  it('is 1 when nothing is asked and nothing called, 0 when only one of both', () => {
    expect(toolNumber(calls(), calls())).toEqual({ score: 1, added: [] });
    expect(toolNumber(calls('a'), calls())).toEqual({ score: 0, added: ['a'] });
    expect(toolNumber(calls(), calls('a'))).toEqual({ score: 0, added: [] });
  });

  it('does not see calls that are not gold, nor the order', () => {
    expect(toolNumber(calls('x', 'b', 'a'), calls('a', 'b'))).toEqual({ score: 1, added: ['a', 'b'] });
  });

  it('punishes wrong arguments more than a missing call', () => {
    const wrong = new Map([...calls('a'), ['b', { of: 'nonsense' }] as const]);
    expect(tn(calls('a'), calls('a', 'b'))).toBe(1 / 2);
    expect(toolNumber(wrong, calls('a', 'b'))).toEqual({ score: 1 / 3, added: ['a', 'bwrong'] });
  });

  it('trims the names of both, as some gold names of M-M begin with a blank', () => {
    expect(tn(calls('a'), new Map([[' a', { of: 'a' }]]))).toBe(1);
  });

  it('asks whether predicted values are in gold values, not the other way round', () => {
    expect(tn(new Map([['a', { of: '' }]]), calls('a'))).toBe(1);
    expect(tn(new Map([['a', { of: 'a long a' }]]), calls('a'))).toBe(0);
  });
});

describe('TO (formats/mtu-bench.md 3.4)', () => {
  it('is 1 for equal lists and 0 when one is empty', () => {
    expect(toolOrder([], [])).toBe(1);
    expect(toolOrder(['a', 'b', 'c'], [' a', 'b', 'c'])).toBe(1);
    expect(toolOrder([], ['a'])).toBe(0);
    expect(toolOrder(['a'], [])).toBe(0);
  });

  it('is L/|gold| for a block at the start', () => {
    expect(toolOrder(['a', 'b'], ['a', 'b', 'c'])).toBeCloseTo(2 / 3, 12);
  });

  it('decays with the start of the block', () => {
    expect(toolOrder(['awrong', 'b', 'c'], ['a', 'b', 'c'])).toBeCloseTo(Math.cos(Math.PI / 6) * (2 / 3), 12);
  });

  it('takes the earliest of equally long blocks', () => {
    expect(toolOrder(['a', 'c'], ['a', 'b', 'c'])).toBeCloseTo(1 / 3, 12);
    expect(toolOrder(['b', 'a'], ['a', 'x', 'b'])).toBeCloseTo(Math.cos(Math.PI / 4) / 3, 12);
  });

  it('is 0 without a common tool', () => {
    expect(toolOrder(['awrong'], ['a'])).toBe(0);
  });
});

describe('a record of a multi-tool setting (formats/mtu-bench.md 3.4)', () => {
  const gold = { a: { x: '1' }, b: { y: '2' } };

  it('is right when TN and TO are 1, whatever the order', () => {
    expect(scoreMulti(gold, call('b', { y: '2' }) + call('a', { x: '1' }))).toEqual({
      toolNumber: 1,
      toolOrder: 1,
      right: true,
    });
    expect(scoreMulti({}, 'Thought: Nothing.')).toEqual({ toolNumber: 1, toolOrder: 1, right: true });
  });

  it('is wrong otherwise', () => {
    expect(scoreMulti(gold, call('a', { x: '1' }))).toEqual({
      toolNumber: 0.5,
      toolOrder: 0.5,
      right: false,
    });
    expect(scoreMulti({}, call('a'))).toEqual({ toolNumber: 0, toolOrder: 0, right: false });
  });
});

describe('the measures of a dialogue (formats/mtu-bench.md 3.4; paper, appendix D)', () => {
  /** The paper's example: the third of five turns is wrong. */
  const turns = [true, true, false, true, true];

  it('ATS is the share of right turns', () => {
    expect(turnSuccess([true, false, true])).toBeCloseTo(0.6667, 4);
  });

  it('SATS recovers slowly after a wrong turn', () => {
    expect(softTurnSuccess(turns)).toBeCloseTo(0.6994, 4);
    expect(softTurnSuccess([true, true])).toBe(1);
    expect(softTurnSuccess([false, false])).toBe(0);
    expect(softTurnSuccess([false, true, false, true])).toBeCloseTo((2 * (1 - Math.exp(-1))) / 4, 12);
  });

  it('SR asks for all turns', () => {
    expect([taskSuccess(turns), taskSuccess([true, true])]).toEqual([0, 1]);
  });

  it('TPR is the share of turns before the first wrong one', () => {
    expect([taskProcess(turns), taskProcess([false, true]), taskProcess([true, true])]).toEqual([0.4, 0, 1]);
  });
});
