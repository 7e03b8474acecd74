import * as z from 'zod';
import { writeJson } from '../../core/json.js';
import type { KnownPart } from '../../prompts/known-parts.js';
import { narrowed } from './narrowed.js';
import { strictForm, type JsonSchema } from './strict-form.js';

/** The schema sent to a model, and why it cannot be enforced, if so. */
export interface OutputSchema {
  readonly schema: JsonSchema;
  /** What strict modes cannot express; undefined if it can be strict. */
  readonly notStrict?: string;
}

/** A zod schema as JSON schema, and its forms by what is known of the answer, as JSON. */
interface Converted {
  readonly plain: JsonSchema;
  readonly forms: Map<string, OutputSchema>;
}

/** Cached by zod schema, because converting one takes longer than the rest of a call. */
const converted = new WeakMap<z.ZodType, Converted>();

/** Maximum number of remembered forms per zod schema: the work items in progress share few of them. */
const REMEMBERED = 200;

/**
 * JSON schema with every object closed, as strict modes need it; providers' own rules are applied when it is sent
 * (`fitSchema`). If there is no such form, the plain JSON schema with the reason. Equal arguments give the same
 * object, so that what is derived from it is computed once.
 * @param known what the prompt's input says about the answer
 * @throws Error for what JSON schema cannot express (dates, transforms); for a known part that the schema lacks
 */
export function outputSchema(schema: z.ZodType, known: readonly KnownPart[] = []): OutputSchema {
  let found = converted.get(schema);
  if (found === undefined) converted.set(schema, (found = { plain: plainSchema(schema), forms: new Map() }));
  const { plain, forms } = found;
  const key = known.length === 0 ? '' : writeJson(known);
  const there = forms.get(key);
  if (there !== undefined) return there;
  const made = closedForm(narrowed(plain, known));
  const [oldest] = forms.keys();
  if (forms.size >= REMEMBERED && oldest !== undefined) forms.delete(oldest);
  forms.set(key, made);
  return made;
}

function closedForm(plain: JsonSchema): OutputSchema {
  const strict = strictForm(plain, { bounds: true, optional: 'kept' });
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
