import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPythonJsonObject } from '../../../transforms/python/json.js';
import { floatText, pythonStr, pythonStrip, roundHalfEven } from '../../../transforms/python/text.js';

/** A JSON value as Python prints it after `json.loads`. */
const printed = (json: string) => pythonStr(readPythonJsonObject(`{"value": ${json}}`)['value']);

describe('values as Python prints them (formats/mtu-bench.md 3.3)', () => {
  it.each([
    ['"plain \'text\'"', "plain 'text'"],
    ['true', 'True'],
    ['false', 'False'],
    ['null', 'None'],
    ['["all", "phone"]', "['all', 'phone']"],
    ['[]', '[]'],
    ['{}', '{}'],
    ['{"a": 1, "b": ["c", null]}', "{'a': 1, 'b': ['c', None]}"],
    ['["it\'s"]', '["it\'s"]'],
    ['["\'\\""]', "['\\'\"']"],
    ['["tab\\t, line\\n, back\\\\slash"]', "['tab\\t, line\\n, back\\\\slash']"],
    ['["\\u0000\\u00e9\\u200b\\ud83d\\ude00\\ud800"]', "['\\x00é\\u200b😀\\ud800']"],
  ])('%s is printed %s', (json, text) => expect(printed(json)).toBe(text));

  it.each([
    ['2', '2'],
    ['-0', '0'],
    ['2.0', '2.0'],
    ['-0.0', '-0.0'],
    ['2.50', '2.5'],
    ['1e3', '1000.0'],
    ['1e16', '1e+16'],
    ['123456789012345680.0', '1.2345678901234568e+17'],
    ['0.0001', '0.0001'],
    ['0.00001', '1e-05'],
    ['1.5E-7', '1.5e-07'],
    ['12345678901234567890', '12345678901234567890'],
    ['1e999', 'inf'],
    ['NaN', 'nan'],
    ['-Infinity', '-inf'],
  ])('the number %s is printed %s', (json, text) => expect(printed(json)).toBe(text));

  it('prints a JavaScript number as Python prints its JSON', () => {
    expect([2, 2.5, 1e20, 1e21, -0, 1e-7].map(pythonStr)).toEqual([
      '2',
      '2.5',
      '1' + '0'.repeat(20),
      '1e+21',
      '0',
      '1e-07',
    ]);
    expect(floatText(2)).toBe('2.0');
  });

  it('prints alike what JavaScript holds and what was read from its JSON', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (value) => {
        const text = JSON.stringify(value);
        const read = readPythonJsonObject(text);
        expect(JSON.stringify(read)).toBe(text);
        expect(pythonStr(read)).toBe(pythonStr(JSON.parse(text)));
      }),
    );
  });

  it.each([
    '',
    '[1]',
    '"a"',
    '1',
    '{',
    '{"a": 1,}',
    '{"a" 1}',
    '{a: 1}',
    '{"a": 01}',
    '{"a": "\n"}',
    '{"a": "x}',
    '{}}',
  ])('refuses %j', (text) => expect(() => readPythonJsonObject(text)).toThrow(SyntaxError));

  it('refuses what Python refuses for its size', () => {
    expect(() => readPythonJsonObject(`{"a": ${'['.repeat(5000)}${']'.repeat(5000)}}`)).toThrow(SyntaxError);
    expect(() => readPythonJsonObject(`{"a": ${'9'.repeat(5000)}}`)).toThrow(SyntaxError);
  });

  it('keeps the last of a repeated key, also of one that JavaScript treats specially', () => {
    expect(readPythonJsonObject('{"a": 1, "a": 2}')).toEqual({ a: 2 });
    expect(Object.keys(readPythonJsonObject('{"__proto__": 1}'))).toEqual(['__proto__']);
  });
});

describe("Python's strip and round", () => {
  it('strips separators that trim leaves, and leaves the mark that trim takes', () => {
    expect(pythonStrip('\x1c\x85 \u3000a b\n\x1f')).toBe('a b');
    expect(pythonStrip('\ufeffa')).toBe('\ufeffa');
  });

  it.each([
    [0.125, 0.12],
    [0.375, 0.38],
    [2.375, 2.38],
    [2.625, 2.62],
    [99.875, 99.88],
    [1.005, 1],
    [66.66666666666667, 66.67],
    [100, 100],
  ])('rounds %d to %d: ties to the even digit', (value, rounded) =>
    expect(roundHalfEven(value)).toBe(rounded),
  );
});
