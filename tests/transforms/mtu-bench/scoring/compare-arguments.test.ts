import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compare, comparedForm, norm } from '../../../../transforms/mtu-bench/scoring/compare-arguments.js';

describe('the compared form and its norm (formats/mtu-bench.md 3.3)', () => {
  it('is the Python text in lower case', () => {
    expect([true, null, ['All', 'phone'], 2, 'New York'].map(comparedForm)).toEqual([
      'true',
      'none',
      "['all', 'phone']",
      '2',
      'new york',
    ]);
  });

  it.each([
    ['my savings account', 'savings account'],
    ['economy class', 'econoclass'],
    ['10', 'onezero'],
    ['2024-01-04', 'twozerotwofour-zeroone-zerofour'],
    ['findprovider.stylist_name', 'bookappointment.stylist_name'],
    ['today at 5', 'monday at five'],
  ])('the norm of %j is %j', (form, normal) => expect(norm(form)).toBe(normal));

  it('stays as it is the second time, unless removing "my " makes another', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom('my ', 'm', 'y', ' ', '1', '0', 'today', 'to', 'day', 'findprovider.', 'one'),
        ),
        (parts) => {
          const form = parts.join('');
          fc.pre(!form.replaceAll('my ', '').includes('my '));
          expect(norm(norm(form))).toBe(norm(form));
        },
      ),
    );
    expect([norm('mmy y '), norm(norm('mmy y '))]).toEqual(['my ', '']);
  });
});

describe('comparing arguments (formats/mtu-bench.md 3.3)', () => {
  it('asks for the same keys and for each value inside the other', () => {
    expect(compare({ city: 'York' }, { city: 'New York' })).toBe(true);
    expect(compare({ city: 'New York' }, { city: 'York' })).toBe(false);
    expect(compare({ city: 'York' }, { town: 'York' })).toBe(false);
    expect(compare({ city: 'York' }, { city: 'York', seats: '2' })).toBe(false);
    expect(compare({}, {})).toBe(true);
  });

  it('takes 1 for 21, and nothing for anything', () => {
    expect(compare({ seats: 1 }, { seats: '21' })).toBe(true);
    expect(compare({ seats: '' }, { seats: '21' })).toBe(true);
  });

  it('takes a value for its text', () => {
    expect(compare({ wifi: true, fields: ['all'] }, { wifi: 'True', fields: "['all']" })).toBe(true);
    expect(compare({ fields: ['all'] }, { fields: '["all"]' })).toBe(false);
  });

  it('does not see entries whose value is hotel', () => {
    expect(compare({ type: 'Hotel', area: 'north' }, { area: 'north' })).toBe(true);
    expect(compare({ type: 'hotel' }, { type: 'guesthouse' })).toBe(false);
    expect(compare({ type: 'hotel bar' }, {})).toBe(false);
  });

  it('does not take what every object inherits for an argument', () => {
    expect(compare({ constructor: 'x' }, { other: 'x' })).toBe(false);
  });

  it('finds any arguments in themselves', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (values) => {
        expect(compare(values, values)).toBe(true);
      }),
    );
  });
});
