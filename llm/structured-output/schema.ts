import * as z from 'zod';
import { strictForm, type JsonSchema } from './strict-form.js';

/** The schema sent to a model, and why it cannot be enforced, if so. */
export interface OutputSchema {
  readonly schema: JsonSchema;
  /** What OpenAI's strict mode cannot express; undefined if it can be strict. */
  readonly notStrict?: string;
}

/**
 * Cached by zod schema: all calls of a stage have the same one, and converting it takes longer than the rest of a call.
 */
const converted = new WeakMap<z.ZodType, OutputSchema>();

/**
 * JSON schema for OpenAI's strict mode: every object closed with all properties required. If the zod schema has no
 * such form, its plain JSON schema with the reason.
 * @throws Error for what JSON schema cannot express (dates, transforms)
 */
export function outputSchema(schema: z.ZodType): OutputSchema {
  const known = converted.get(schema);
  if (known !== undefined) return known;
  const made = convert(schema);
  converted.set(schema, made);
  return made;
}

function convert(schema: z.ZodType): OutputSchema {
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
      // zod's default integer bounds are omitted.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return json as JsonSchema;
}
