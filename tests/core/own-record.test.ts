import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { addOne } from '../../core/counts.js';
import { ownPart } from '../../core/own-part.js';
import { jsonSchema, putPart, recordOf } from '../../core/own-record.js';

const NAMES = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'] as const;
/** Names from outside, the difficult ones among them. */
const name = fc.oneof(fc.constantFrom(...NAMES), fc.string({ maxLength: 4 }));
const entries = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<[string, T][]> =>
  fc.uniqueArray(fc.tuple(name, value), { selector: ([one]) => one, maxLength: 6 });
/** An object with all names as own parts, as JSON.parse makes it. */
const { value: json } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, 1.5, 'x'),
    fc.array(tie('value'), { maxLength: 3 }),
    entries(tie('value')).map(Object.fromEntries),
  ),
}));
const text = JSON.stringify;

describe('a record with names from outside', () => {
  it('goes through a schema whole, in its order, at any depth', () => {
    const schema = z.strictObject({
      arguments: recordOf(jsonSchema),
      counts: recordOf(z.int()).optional(),
      named: recordOf(z.string(), z.string().max(20)).default({}),
    });
    fc.assert(
      fc.property(entries(json), entries(fc.integer()), (given, counts) => {
        const whole = { arguments: Object.fromEntries(given), counts: Object.fromEntries(counts), named: {} };
        expect(text(schema.parse(JSON.parse(text(whole))))).toBe(text(JSON.parse(text(whole))));
        expect(text(jsonSchema.parse(JSON.parse(text(whole))))).toBe(text(JSON.parse(text(whole))));
      }),
    );
  });

  it('is checked under every name', () => {
    const given: unknown = JSON.parse('{"a": 1, "__proto__": "x", "constructor": 2}');
    const { error } = recordOf(z.int()).safeParse(given);
    expect(error?.issues.map(({ path }) => path)).toEqual([['__proto__']]);
    expect(recordOf(z.int()).safeParse([]).success).toBe(false);
  });

  it('has the JSON Schema that zod gives its own', () => {
    const own = z.strictObject({ a: jsonSchema, b: recordOf(z.int()).describe('counts') });
    const zods = z.strictObject({ a: z.json(), b: z.record(z.string(), z.int()).describe('counts') });
    expect(z.toJSONSchema(own)).toEqual(z.toJSONSchema(zods));
  });

  it('keeps the rule where the schema is changed', () => {
    const schema = recordOf(z.string())
      .describe('x')
      .refine(() => true)
      .optional();
    expect(text(schema.parse(JSON.parse('{"__proto__": "x"}')))).toBe('{"__proto__":"x"}');
  });

  it('has what was put and counted, and nothing else', () => {
    fc.assert(
      fc.property(fc.array(name), (names) => {
        const counts: Record<string, number> = {};
        const lasts: Record<string, number> = {};
        for (const [at, one] of names.entries()) {
          addOne(counts, one);
          putPart(lasts, one, at);
        }
        for (const one of [...names, ...NAMES]) {
          const times = names.filter((other) => other === one).length;
          expect(ownPart(counts, one)).toBe(times === 0 ? undefined : times);
          expect(ownPart(lasts, one)).toBe(times === 0 ? undefined : names.lastIndexOf(one));
        }
        expect(Object.getPrototypeOf(counts)).toBe(Object.prototype);
      }),
    );
  });
});
