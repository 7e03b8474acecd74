import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../core/canonical.js';
import { inOrderOf } from '../../../transforms/tooltalk/field-order.js';

const ordered = (known: JsonValue | undefined, value: JsonValue): string =>
  JSON.stringify(inOrderOf(known, value));

describe('an edited value', () => {
  it('has its fields as the one before had them, at any depth', () => {
    const known = { zeta: 1, role: 'user', inner: { b: 1, a: 2 }, list: [{ y: 1, x: 2 }] };
    const edited = { inner: { a: 3, b: 4 }, list: [{ x: 5, y: 6 }], role: 'user', zeta: 0 };
    expect(ordered(known, edited)).toBe(
      '{"zeta":0,"role":"user","inner":{"b":4,"a":3},"list":[{"y":6,"x":5}]}',
    );
  });

  it('takes the order of the first element where a list became longer', () => {
    expect(
      ordered(
        [{ y: 1, x: 2 }],
        [
          { x: 3, y: 4 },
          { x: 5, y: 6 },
        ],
      ),
    ).toBe('[{"y":4,"x":3},{"y":6,"x":5}]');
    expect(
      ordered(
        [
          { y: 1, x: 2 },
          { x: 1, y: 2 },
        ],
        [
          { x: 3, y: 4 },
          { y: 5, x: 6 },
        ],
      ),
    ).toBe('[{"y":4,"x":3},{"x":6,"y":5}]');
  });

  it('has new fields in the published order, between those that were there, and unknown ones last', () => {
    expect(
      ordered({ name: 'x', conversation: [] }, { conversation: [], metadata: {}, name: 'x', user: {} }),
    ).toBe('{"name":"x","user":{},"metadata":{},"conversation":[]}');
    expect(ordered({ text: 'x', other: 1 }, { index: 0, mine: 1, other: 1, role: 'user', text: 'x' })).toBe(
      '{"index":0,"role":"user","text":"x","other":1,"mine":1}',
    );
    expect(ordered(undefined, { phone: '1', mine: 1, email: 'e', location: 'l', also: 2 })).toBe(
      '{"location":"l","email":"e","phone":"1","mine":1,"also":2}',
    );
    expect(ordered({ other: 1 }, { index: 0, other: 1 })).toBe('{"index":0,"other":1}');
  });

  it('loses fields that were removed, and stays where the one before was something else', () => {
    expect(ordered({ b: 1, a: 2, c: 3 }, { a: 1, c: 2 })).toBe('{"a":1,"c":2}');
    for (const known of [undefined, null, 'text', [1], { b: 1 }])
      for (const value of [null, 'x', 3, true, [], ['b', 'a'], { b: 1, a: 2 }])
        expect(ordered(known, value)).toBe(JSON.stringify(value));
    expect(ordered({ a: [{ y: 1, x: 1 }] }, { a: { x: 1, y: 1 } })).toBe('{"a":{"x":1,"y":1}}');
    expect(ordered({ a: { y: 1, x: 1 } }, { a: [{ x: 1, y: 1 }] })).toBe('{"a":[{"x":1,"y":1}]}');
  });
});
