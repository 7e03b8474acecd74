import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../core/canonical.js';
import { apisText, callParameters, callProblems } from '../../../core/t-eval/call-rules.js';
import type { AnnotatedQuery } from '../../../core/t-eval/query.js';

const parameter = (name: string, type: string, more: object = {}) => ({
  name,
  type,
  description: '',
  ...more,
});
const apis: AnnotatedQuery['apis'] = [
  {
    name: 'Stay.search',
    description: 'Finds places.',
    required_parameters: [parameter('place', 'STRING'), parameter('nights', 'NUMBER')],
    optional_parameters: [
      parameter('price', 'FLOAT'),
      parameter('pets', 'BOOLEAN'),
      parameter('near', 'ARRAY'),
      parameter('room', 'OBJECT'),
      parameter('guest', 'STRING or NUMBER'),
      parameter('view', 'STRING', { enum: ['sea', 'yard'] }),
      parameter('spot', '', { enum: [{ x: 1, y: 2 }] }),
      parameter('any', ''),
      parameter('odd', 'STRING or DATE'),
      parameter('guests', 'NUMBER', { minimum: 1, maximum: 9, nullable: true }),
      parameter('from', 'STRING', { format: 'date', pattern: '^20' }),
      parameter('rooms', 'ARRAY', {
        maxItems: 2,
        structure: { type: 'array', items: { type: 'object', properties: { beds: { maximum: 4 } } } },
      }),
      // As earlier versions read it: neither shown nor checked.
      parameter('before', 'ARRAY', { schema: { type: 'array', items: { type: 'integer' } } }),
    ],
    return_data: [],
  },
];
const parameters = callParameters(apis);
const problems = (args: Record<string, JsonValue>, name = 'Stay.search') =>
  callProblems(name, args, parameters);
const given = { place: 'Lyon', nights: 2 };

describe("a call by its API's document", () => {
  it.each<[string, Record<string, JsonValue>]>([
    ['with all that is required', given],
    [
      'with every type',
      { ...given, price: 2, pets: false, near: [], room: {}, guest: 3, view: 'sea', any: null },
    ],
    ['with a whole number for a fraction', { ...given, price: 1.5 }],
    ['with a value of the enumeration in another order of members', { ...given, spot: { y: 2, x: 1 } }],
    ['with a type that nobody knows', { ...given, odd: [1] }],
    ['within all rules', { ...given, guests: 9, from: '2024-05-01', rooms: [{ beds: 4 }], before: ['any'] }],
    ['with null where it is a value', { ...given, guests: null }],
  ])('%s is in order', (_, args) => {
    expect(problems(args)).toEqual([]);
  });

  it.each<[string, Record<string, JsonValue>, string[]]>([
    ['nothing', {}, ['lacks the required parameter "place"', 'lacks the required parameter "nights"']],
    ['an unknown parameter', { ...given, city: 'Lyon' }, ['has no parameter "city"']],
    ['one that every object has', { ...given, toString: 'x' }, ['has no parameter "toString"']],
    ['text for a number', { ...given, nights: '2' }, [': "nights" is the text "2", not the integer 2']],
    ['a fraction of a number', { ...given, nights: 2.5 }, [': "nights" is 2.5, not NUMBER']],
    ['no value', { ...given, place: null }, [': "place" is null, not STRING']],
    ['a list for an object', { ...given, room: [] }, [': "room" is [], not OBJECT']],
    ['neither of two types', { ...given, guest: true }, [': "guest" is true, not STRING or NUMBER']],
    ['a number beyond its range', { ...given, guests: 12 }, [': "guests" is 12, not at most 9']],
    [
      'a day that is none',
      { ...given, from: '2024-02-30' },
      [': "from" is "2024-02-30", not a date as YYYY-MM-DD'],
    ],
    [
      'a text without the pattern',
      { ...given, from: '1999-02-03' },
      [': "from" is "1999-02-03", not a text of the pattern ^20'],
    ],
    [
      'too many elements',
      { ...given, rooms: [{}, {}, {}] },
      [': "rooms" is [{},{},{}], not at most 2 elements'],
    ],
    ['a wrong part', { ...given, rooms: [{}, { beds: 5 }] }, [': "rooms"[1].beds is 5, not at most 4']],
    ['none of the values', { ...given, view: 'lake' }, [': "view" is "lake", not one of "sea", "yard"']],
  ])('with %s is not', (_, args, found) => {
    expect(problems(args)).toEqual(
      found.map((problem) => `Stay.search${problem.startsWith(':') ? '' : ' '}${problem}`),
    );
  });

  it.each(['Stay.book', 'search', 'FinishAction', 'constructor'])('of %s is not offered', (name) => {
    expect(problems(given, name)).toEqual([`${JSON.stringify(name)} is not offered`]);
  });

  it('has a problem for each argument that is left out or added, and is judged whatever it holds', () => {
    const values = fc.dictionary(fc.string(), fc.jsonValue() as fc.Arbitrary<JsonValue>);
    fc.assert(
      fc.property(values, fc.subarray(['place', 'nights']), (args, left) => {
        const known = new Set(
          [...apis.flatMap((api) => [...api.required_parameters, ...api.optional_parameters])].map(
            ({ name }) => name,
          ),
        );
        const others = Object.fromEntries(Object.entries(args).filter(([key]) => !known.has(key)));
        const kept = Object.fromEntries(Object.entries(given).filter(([key]) => !left.includes(key)));
        expect(problems({ ...kept, ...others })).toHaveLength(left.length + Object.keys(others).length);
        // Any value of a known one is either in order or one problem.
        const own = Object.fromEntries(
          Object.entries(args).map(([, value], at) => [[...known][at % known.size] ?? '', value]),
        );
        expect(problems({ ...given, ...own }).length).toBeLessThanOrEqual(Object.keys(own).length);
      }),
    );
  });

  it('is written for prompts as a line an API, with all that its document holds', () => {
    const lines = apisText([...apis, ...apis]).split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([...apis, ...apis]);
  });
});
