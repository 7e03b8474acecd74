import { expect, it } from 'vitest';
import { seededRandom } from '../../../core/random.js';
import { argumentProblem, type CallParameter } from '../../../core/t-eval/call-rules.js';
import { rehearsedValue } from '../../../prompts/t-eval/rehearsed-values.js';
import { textOfPattern } from '../../../prompts/values/text-of-pattern.js';

const parameter = (type: string, more: object): CallParameter => ({ name: 'value', type, ...more });

it.each<CallParameter>([
  parameter('NUMBER', { minimum: 100, maximum: 900, multipleOf: 50 }),
  parameter('NUMBER', { maximum: -5 }),
  parameter('FLOAT', { exclusiveMinimum: 0, exclusiveMaximum: 1 }),
  parameter('STRING', { format: 'uuid' }),
  parameter('STRING', { format: 'date-time' }),
  parameter('STRING', { minLength: 30, maxLength: 40 }),
  parameter('STRING', { pattern: '^[A-Z]{3}-\\d{4}(?:x|y)?$' }),
  parameter('STRING', { pattern: '^sha256:[a-f0-9]{64}$', minLength: 71, maxLength: 71 }),
  parameter('STRING', { pattern: '^(', examples: ['as it is'] }),
  parameter('ARRAY', { minItems: 2, structure: { items: { type: 'integer', minimum: 10, maximum: 20 } } }),
  parameter('OBJECT', {
    structure: {
      properties: {
        day: { type: 'string', format: 'date' },
        of: { type: 'object', properties: { size: { enum: ['small'] } }, required: ['size'] },
      },
      required: ['day', 'of'],
    },
  }),
  parameter('OBJECT', {
    structure: { anyOf: [{ type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }] },
  }),
])('a mock value keeps the rules of its document: %j', (one) => {
  for (let seed = 0; seed < 30; seed += 1)
    expect(argumentProblem(one, rehearsedValue(one, 'en', seededRandom(seed, 'fits')))).toBe(undefined);
});

it('a document without rules has the mock value that it had', () => {
  const drawn = [0, 1, 2].map((seed) =>
    rehearsedValue(parameter('NUMBER', {}), 'en', seededRandom(seed, 'fits')),
  );
  expect(drawn.every((value) => [1, 2, 3].includes(value as number))).toBe(true);
});

it.each(['[^a-z]+', '\\w{2,}', '(?:ab|cd)+', 'a{0}b', '[\\d.-]{3}', '(?<year>\\d{4})', 'x?y*z', '\\$\\^'])(
  'a text is made of the pattern %s',
  (pattern) => {
    for (let seed = 0; seed < 30; seed += 1)
      expect(textOfPattern(pattern, seededRandom(seed, 'pattern'))).toMatch(new RegExp(`^(?:${pattern})$`));
  },
);
