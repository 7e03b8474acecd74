import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPythonLiteral } from '../../../transforms/python/literal.js';
import { pythonRepr } from '../../../transforms/python/text.js';
import { pythonEquals } from '../../../transforms/python/values.js';

/** What Python prints of what is read; refused text: undefined. */
function printed(text: string): string | undefined {
  try {
    return pythonRepr(readPythonLiteral(text));
  } catch {
    return undefined;
  }
}

/** Text and what Python 3.11 prints of it, checked below wherever there is a Python. */
const LITERALS: readonly (readonly [string, string | undefined])[] = [
  ["{'a': 1, 'b': [True, None]}", "{'a': 1, 'b': [True, None]}"],
  ['{"a": "it\'s"}', "{'a': \"it's\"}"],
  ["  \t{'a': 1}  # said\n\n  # more\n", "{'a': 1}"],
  ["\n{'a': 1}", "{'a': 1}"],
  ["\n  {'a': 1}", undefined],
  ["{'a': 1}\n{'b': 2}", undefined],
  ['{"a": true}', undefined],
  ['[1, 2,]', '[1, 2]'],
  ['[1,, 2]', undefined],
  ['[1 2]', undefined],
  ['[\n1,\n# one\n2\n]', '[1, 2]'],
  ['1, 2', '(1, 2)'],
  ['1,', '(1,)'],
  ['(1)', '1'],
  ["('a#b',)", "('a#b',)"],
  ['()', '()'],
  ['(,)', undefined],
  ['{1}', '{1}'],
  ['{1, True, 1.0}', '{1}'],
  ['set()', 'set()'],
  ['{[1]: 2}', undefined],
  ['{(1, 2): 3}', '{(1, 2): 3}'],
  ['{1: "a", True: "b", 2: "c"}', "{1: 'b', 2: 'c'}"],
  ['{"2": 0, "1": 0, "__proto__": 0}', "{'2': 0, '1': 0, '__proto__': 0}"],
  ['1.0', '1.0'],
  ['1e-5', '1e-05'],
  ['.5', '0.5'],
  ['5.', '5.0'],
  ['1_000', '1000'],
  ['1__0', undefined],
  ['007', undefined],
  ['00', '0'],
  ['0xff', '255'],
  ['12345678901234567890', '12345678901234567890'],
  ['1abc', undefined],
  ['-1', '-1'],
  ['- 1', '-1'],
  ['+1', '1'],
  ['--1', undefined],
  ['-(1)', '-1'],
  ['-(-1)', undefined],
  ['-True', undefined],
  ['-0', '0'],
  ['-0.0', '-0.0'],
  ['1 + 2', undefined],
  ["'a' 'b'", "'ab'"],
  ["'a'\n'b'", undefined],
  ["('a'\n'b')", "'ab'"],
  ["'a' b'b'", undefined],
  ["'a\nb'", undefined],
  ["'''a\nb'''", String.raw`'a\nb'`],
  ["'a\\\nb'", "'ab'"],
  [String.raw`'\x41\u0042\U00000043\101\q'`, String.raw`'ABCA\\q'`],
  [String.raw`'\x4'`, undefined],
  [String.raw`r'\n'`, String.raw`'\\n'`],
  [String.raw`r'\'`, undefined],
  [String.raw`b'\x00\u0041'`, String.raw`b'\x00\\u0041'`],
  ["b'é'", undefined],
  ["f'a'", undefined],
  ['...', 'Ellipsis'],
  ['None1', undefined],
  ['x', undefined],
  ['', undefined],
  ['{', undefined],
  ['{"a": 1', undefined],
  ['{"a" 1}', undefined],
  ['{"a": 1 "b": 2}', undefined],
  ['["a"]]', undefined],
  ["{'a': 1}\0", undefined],
  ['[1]\r\n', '[1]'],
  ['[1,\\\n2]', '[1, 2]'],
  ['\u00a0[1]', undefined],
  [`${'['.repeat(200)}${']'.repeat(200)}`, `${'['.repeat(200)}${']'.repeat(200)}`],
  [`${'['.repeat(201)}${']'.repeat(201)}`, undefined],
];

const python = spawnSync('python3', ['-c', 'print(1)'], { encoding: 'utf8' }).status === 0;

/** What this machine's Python prints of each text. */
function pythonPrints(texts: readonly string[]): (string | undefined)[] {
  const program = `
import ast, json, sys, warnings
warnings.simplefilter('ignore')
for line in sys.stdin:
    try: print(json.dumps(repr(ast.literal_eval(json.loads(line)))))
    except Exception: print('null')
`;
  const { stdout, stderr } = spawnSync('python3', ['-c', program], {
    input: texts.map((text) => JSON.stringify(text)).join('\n'),
    encoding: 'utf8',
    env: { ...process.env, PYTHONUTF8: '1' },
  });
  expect(stderr).toBe('');
  return stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as string | null) ?? undefined);
}

describe('a Python literal', () => {
  it.each(LITERALS)('%j is read as %j', (text, repr) => {
    expect(printed(text)).toBe(repr);
  });

  it('is equal by value and type as in Python', () => {
    const equal = (a: string, b: string): boolean => pythonEquals(readPythonLiteral(a), readPythonLiteral(b));
    expect(equal('1', 'True')).toBe(true);
    expect(equal('1', '1.0')).toBe(true);
    expect(equal('1', "'1'")).toBe(false);
    expect(equal('0', 'None')).toBe(false);
    expect(equal('[1]', '(1,)')).toBe(false);
    expect(equal("{'a': 1, 'b': 2}", "{'b': 2.0, 'a': True}")).toBe(true);
    expect(equal('12345678901234567890', '12345678901234567891')).toBe(false);
  });

  it.runIf(python)('is what Python itself reads', () => {
    expect(pythonPrints(LITERALS.map(([text]) => text))).toEqual(LITERALS.map(([, repr]) => repr));
    const pieces = fc.array(
      fc.constantFrom(...`[]{}(),:'"\\#. \n-+1_0eExbru`, 'True', 'None', "'a'", '"b"', '1.5', 'set()'),
      { minLength: 1, maxLength: 9 },
    );
    // Complex numbers are the difference that is known; `j` is none of the pieces.
    const texts = fc.sample(pieces, { numRuns: 4000, seed: 11 }).map((parts) => parts.join(''));
    const own = texts.map(printed);
    const theirs = pythonPrints(texts);
    const differ = texts.map((text, at) => [text, own[at], theirs[at]]).filter(([, a, b]) => a !== b);
    expect(differ).toEqual([]);
  });
});
