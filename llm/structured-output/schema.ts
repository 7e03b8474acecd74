import * as z from 'zod';
import { strictForm, type JsonSchema } from './strict-form.js';

/** The schema that a model is given, and why it cannot be enforced where that is so. */
export interface OutputSchema {
  readonly schema: JsonSchema;
  /** Where the schema says something that OpenAI's strict mode has no form for; undefined: it can be strict. */
  readonly notStrict?: string;
}

/**
 * The JSON schema of what a model is to write, in the form that OpenAI's strict mode takes: every object closed and with
 * all its properties required. Where zod's schema cannot have that form, its plain JSON schema, and why.
 * @throws Error for what JSON schema cannot say at all (dates, transforms)
 */
export function outputSchema(schema: z.ZodType): OutputSchema {
  const plain = plainSchema(schema);
  const strict = strictForm(plain, 'openai');
  return strict.schema === undefined
    ? { schema: plain, notStrict: strict.problem }
    : { schema: strict.schema };
}

function plainSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      // zod's whole numbers are those that JavaScript can hold, which no model needs to be told.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return json as JsonSchema;
}
