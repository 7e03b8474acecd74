import { expect, it } from 'vitest';
import { aligned } from '../../../transforms/correct/aligned.js';

const of = (before: string, after: string) =>
  aligned([...before], [...after])
    .map((at) => at ?? '-')
    .join('');

it.each([
  ['abc', 'abc', '012'],
  ['abc', 'ac', '02'],
  ['abc', 'axbc', '0-12'],
  ['abc', 'axc', '012'],
  ['abc', 'xyz', '012'],
  ['abc', 'xyzw', '012-'],
  ['abcd', 'xy', '01'],
  // Moved ones keep what they were; what is between is a replacement.
  ['abc', 'cab', '201'],
  ['abcd', 'acbd', '0213'],
  ['ab', 'ba', '10'],
  ['abx', 'yba', '-10'],
  ['aab', 'ba', '20'],
  ['abcx', 'xabcy', '3012-'],
  ['axb', 'ayzb', '01-2'],
  ['axyb', 'azb', '013'],
  ['', 'ab', '--'],
  ['ab', '', ''],
  ['aaa', 'aa', '01'],
  ['xaxb', 'ab', '13'],
])('members %s as %s are those at %s', (before, after, found) => {
  expect(of(before, after)).toBe(found);
});
