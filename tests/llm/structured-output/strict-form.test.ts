import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { strictForm, type JsonSchema } from '../../../llm/structured-output/strict-form.js';
import { notStrict } from '../../support/model-server/strict-schema.js';

const OPENAI = { bounds: true, optional: 'nullable' } as const;
const ANTHROPIC = { bounds: false, optional: 'kept' } as const;

const jsonSchema = (schema: z.ZodType): JsonSchema => z.toJSONSchema(schema) as JsonSchema;

describe('what strict modes enforce', () => {
  it.each([
    [
      'texts, numbers, lists',
      z.strictObject({ a: z.string().min(1), b: z.array(z.int()), c: z.boolean().nullable() }),
    ],
    ['objects in objects', z.strictObject({ a: z.strictObject({ b: z.enum(['x', 'y']) }) })],
    [
      'one of several',
      z.strictObject({
        step: z.discriminatedUnion('kind', [
          z.strictObject({ kind: z.literal('ask'), question: z.string() }),
          z.strictObject({ kind: z.literal('finish') }),
        ]),
      }),
    ],
    [
      'a tree',
      (() => {
        const node: z.ZodType = z.lazy(() => z.strictObject({ name: z.string(), parts: z.array(node) }));
        return z.strictObject({ root: node });
      })(),
    ],
  ])('%s', (_name, schema) => {
    const enforced = strictForm(jsonSchema(schema), OPENAI).schema;
    expect(enforced).toBeDefined();
    // The server checks with rules of its own.
    expect(notStrict(enforced ?? {})).toBeUndefined();
    expect(JSON.stringify(enforced)).not.toMatch(/minLength|oneOf|\$schema/);
  });

  it('a property called like a keyword stays', () => {
    const enforced = strictForm(
      jsonSchema(z.strictObject({ default: z.string(), minLength: z.int() })),
      OPENAI,
    ).schema;
    expect(Object.keys(enforced?.properties as object)).toStrictEqual(['default', 'minLength']);
  });

  it('an optional property may be null where it cannot be left out', () => {
    const schema = jsonSchema(
      z.strictObject({
        a: z.string(),
        b: z.enum(['x', 'y']).optional(),
        c: z.array(z.strictObject({ d: z.int().nullish() })).optional(),
        e: z.union([z.strictObject({ f: z.string() }), z.strictObject({ g: z.literal(1) })]).optional(),
      }),
    );
    expect(strictForm(schema, ANTHROPIC).schema).toMatchObject({ required: ['a'] });
    const { schema: form = {} } = strictForm(schema, OPENAI);
    expect(notStrict(form)).toBeUndefined();
    expect(form).toMatchObject({
      required: ['a', 'b', 'c', 'e'],
      properties: {
        a: { type: 'string' },
        b: { type: ['string', 'null'], enum: ['x', 'y', null] },
        c: { type: ['array', 'null'], items: { required: ['d'] } },
        e: { anyOf: [{ anyOf: [{ required: ['f'] }, { required: ['g'] }] }, { type: 'null' }] },
      },
    });
  });

  it.each([
    ['open objects', z.looseObject({ a: z.string() })],
    ['records', z.strictObject({ slots: z.record(z.string(), z.string()) })],
    ['anything', z.strictObject({ value: z.unknown() })],
    ['lists of anything', z.strictObject({ values: z.array(z.unknown()) })],
    ['tuples', z.strictObject({ pair: z.tuple([z.string(), z.int()]) })],
    ['no object', z.array(z.string())],
  ])('%s are not', (_name, schema) => {
    expect(strictForm(jsonSchema(schema), ANTHROPIC).schema).toBeUndefined();
  });

  it('combinations are not', () => {
    const both = { allOf: [{ type: 'string' }, { type: 'string' }] };
    const schema = { type: 'object', properties: { both }, required: ['both'], additionalProperties: false };
    expect(strictForm(schema, ANTHROPIC).schema).toBeUndefined();
  });

  it('bounds are OpenAI’s only', () => {
    const schema = jsonSchema(
      z.strictObject({ size: z.int().min(1).max(9), list: z.array(z.string()).max(3) }),
    );
    expect(JSON.stringify(strictForm(schema, OPENAI).schema)).toMatch(/"minimum":1.*"maxItems":3/);
    expect(JSON.stringify(strictForm(schema, ANTHROPIC).schema)).not.toMatch(/minimum|maximum|maxItems/);
  });

  it('what is left open unsaid is closed; what names nothing is not', () => {
    const part = { type: 'string' };
    const open = { type: 'object', properties: { part }, required: ['part'] };
    expect(strictForm(open, OPENAI).schema).toMatchObject({ additionalProperties: false });
    expect(strictForm({ type: 'object' }, OPENAI).problem).toContain('not all named');
  });

  it('a form that is closed stays as it is', () => {
    const schema = jsonSchema(z.strictObject({ a: z.string().min(1), b: z.enum(['x']).nullable() }));
    const once = strictForm(schema, OPENAI).schema ?? {};
    expect(strictForm(once, OPENAI).schema).toStrictEqual(once);
  });
});
