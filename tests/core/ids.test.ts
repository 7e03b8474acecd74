import { describe, expect, it } from 'vitest';
import { byText, itemId, itemVersion, toolId } from '../../core/ids.js';

const identity = { family: 'mtu-bench', source: 'sgd', recordId: 'dev/5_00012', stageKey: 'dialogue' };

describe('item ids (DESIGN.md, idea 4)', () => {
  it('are the same for ever: released exports and decisions name items by them', () => {
    // sha256 of ["mtu-bench","sgd","dev/5_00012","dialogue"], computed with Python; 24 digits of it.
    expect(itemId(identity)).toBe('390596908c6e6844b91e88ef');
    expect(itemId({ ...identity, stageKey: 'first-turn' })).toBe('6326d485afa3d028375511c0');
  });

  it('differ when any part of the identity differs', () => {
    const others = [
      { ...identity, family: 't-eval' },
      { ...identity, source: 'multiwoz' },
      { ...identity, recordId: 'test/5_00012' },
      { ...identity, stageKey: 'first-turn' },
    ];
    expect(new Set([identity, ...others].map(itemId)).size).toBe(5);
  });

  it('do not run parts together: "a/b" + "c" is not "a" + "b/c"', () => {
    const one = { ...identity, source: 'sgd', recordId: 'x/1' };
    const other = { ...identity, source: 'sgdx', recordId: '/1' };
    expect(itemId(one)).not.toBe(itemId(other));
  });
});

describe('item versions', () => {
  it('are the same for ever, whatever the order of names', () => {
    expect(itemVersion(['M-S', { a: 'Å', b: [1, null] }])).toBe('18486dc77891085f5a2138eb');
    expect(itemVersion(['M-S', { b: [1, null], a: 'Å' }])).toBe('18486dc77891085f5a2138eb');
  });

  it('change with what is judged', () => {
    expect(itemVersion(['M-S', { a: 'A', b: [1, null] }])).not.toBe('18486dc77891085f5a2138eb');
  });
});

describe('names and order', () => {
  it('a tool is its service and intent together', () => {
    expect(toolId('Restaurants_1', 'FindRestaurants')).toBe('Restaurants_1.FindRestaurants');
  });

  it('text is ordered by code units, not by a language', () => {
    expect(['ö', 'z', 'Z', 'a', '10', '9', 'a'].sort(byText)).toEqual(['10', '9', 'Z', 'a', 'a', 'z', 'ö']);
  });
});
