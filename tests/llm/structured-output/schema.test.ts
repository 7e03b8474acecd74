import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { outputSchema } from '../../../llm/structured-output/schema.js';

describe('the JSON schema of an answer', () => {
  it('closes every object and leaves out what strict mode does not take', () => {
    const schema = z.object({
      city: z.string().min(1).describe('Where to look'),
      day: z.iso.date(),
      size: z.int().nullable(),
      next: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('call'), tool: z.enum(['FindInn', 'BookInn']) }),
        z.object({ kind: z.literal('finish') }),
      ]),
    });
    const { schema: json, notStrict } = outputSchema(schema);
    expect(notStrict).toBeUndefined();
    expect(json).toEqual({
      type: 'object',
      properties: {
        city: { type: 'string', description: 'Where to look' },
        day: { type: 'string', format: 'date' },
        size: { type: ['integer', 'null'] },
        next: {
          anyOf: [
            {
              type: 'object',
              properties: {
                kind: { type: 'string', const: 'call' },
                tool: { type: 'string', enum: ['FindInn', 'BookInn'] },
              },
              required: ['kind', 'tool'],
              additionalProperties: false,
            },
            {
              type: 'object',
              properties: { kind: { type: 'string', const: 'finish' } },
              required: ['kind'],
              additionalProperties: false,
            },
          ],
        },
      },
      required: ['city', 'day', 'size', 'next'],
      additionalProperties: false,
    });
  });

  it('of a tree refers to itself', () => {
    interface Step {
      name: string;
      steps: Step[];
    }
    const step: z.ZodType<Step> = z.strictObject({
      name: z.string(),
      get steps() {
        return z.array(step);
      },
    });
    const { schema, notStrict } = outputSchema(z.strictObject({ plan: step }));
    expect(notStrict).toBeUndefined();
    expect(JSON.stringify(schema)).toContain('"$ref":"#/$defs/');
  });

  it.each([
    [
      'a map',
      z.strictObject({ a: z.record(z.string(), z.string()) }),
      '/a: strict mode has no propertyNames',
    ],
    ['anything', z.strictObject({ a: z.array(z.unknown()) }), '/a/*: anything is allowed'],
    ['a tuple', z.strictObject({ a: z.tuple([z.string()]) }), '/a: strict mode has no prefixItems'],
    ['a list', z.array(z.string()), 'the answer is no object'],
    ['a loose object', z.looseObject({ a: z.string() }), 'the answer: its properties are not all named'],
    [
      'both of two',
      z.strictObject({ a: z.intersection(z.string(), z.string()) }),
      '/a: strict mode has no allOf',
    ],
  ])('that has %s cannot be strict, and says why', (_, schema, why) => {
    const { schema: json, notStrict } = outputSchema(schema);
    expect(notStrict).toContain(why);
    const { $schema: _dialect, ...plain } = z.toJSONSchema(schema, { io: 'input' });
    expect(json).toEqual(plain);
  });

  it('is refused for what JSON cannot say', () => {
    expect(() => outputSchema(z.object({ a: z.date() }))).toThrow(/[Dd]ate/);
  });
});
