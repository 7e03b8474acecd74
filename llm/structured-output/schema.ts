import * as z from 'zod';

/** A JSON schema as providers take it (ChatRequest.output). */
export type JsonSchema = Readonly<Record<string, z.core.util.JSONType>>;

/** The schema that a model is given, and why it cannot be enforced where that is so. */
export interface OutputSchema {
  readonly schema: JsonSchema;
  /** Where the schema says something that OpenAI's strict mode has no form for; undefined: it can be strict. */
  readonly notStrict?: string;
}

/**
 * Assertions that strict mode may not take. They are left out of its form: the answer is checked by zod anyway.
 */
const LEFT_OUT = ['minLength', 'maxLength', 'pattern', 'uniqueItems', 'contentEncoding', 'default'];
const FORMATS = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'];
/** What strict mode takes (platform.openai.com/docs/guides/structured-outputs, "Supported schemas"). */
const TAKEN = new Set([
  ...['type', 'enum', 'const', 'anyOf', 'properties', 'required', 'additionalProperties', 'items'],
  ...['title', 'description', '$ref', '$defs', 'format', 'multipleOf', 'minimum', 'maximum'],
  ...['exclusiveMinimum', 'exclusiveMaximum', 'minItems', 'maxItems'],
]);

/**
 * The JSON schema of what a model is to write, in the form that OpenAI's strict mode takes: every object closed and with
 * all its properties required. Where zod's schema cannot have that form, its plain JSON schema, and why.
 * @throws Error for what JSON schema cannot say at all (dates, transforms)
 */
export function outputSchema(schema: z.ZodType): OutputSchema {
  const plain = plainSchema(schema);
  const strict = strictForm(plain);
  const notStrict = strictProblem(strict);
  return notStrict === undefined ? { schema: strict } : { schema: plain, notStrict };
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

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function strictForm(schema: JsonSchema): JsonSchema {
  const each = (map: unknown): JsonSchema =>
    Object.fromEntries(
      Object.entries(isObject(map) ? map : {}).map(([name, of]) => [
        name,
        isObject(of) ? strictForm(of) : of,
      ]),
    );
  const result: Record<string, z.core.util.JSONType> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (LEFT_OUT.includes(key) || (key === 'format' && !(FORMATS as unknown[]).includes(value))) continue;
    if (key === 'properties' || key === '$defs') result[key] = each(value);
    // Of alternatives that exclude each other, anyOf says as much.
    else if (key === 'oneOf' || key === 'anyOf')
      result['anyOf'] = (value as JsonSchema[]).map((of) => strictForm(of));
    else if (key === 'items' && isObject(value)) result[key] = strictForm(value);
    else result[key] = value;
  }
  if (schema['type'] === 'object' && isObject(schema['properties']) && !('additionalProperties' in schema))
    result['additionalProperties'] = false;
  return result;
}

/**
 * Why OpenAI's strict mode would refuse a schema, with the place; undefined when it takes it.
 */
export function strictProblem(schema: JsonSchema): string | undefined {
  if (schema['type'] !== 'object') return 'the answer is no object';
  return problemAt(schema, '');
}

function problemAt(schema: JsonSchema, path: string): string | undefined {
  const at = (problem: string): string => `${path === '' ? 'the answer' : path}: ${problem}`;
  const unknown = Object.keys(schema).find((key) => !TAKEN.has(key));
  if (unknown !== undefined) return at(`strict mode has no ${unknown}`);
  if (!['type', 'enum', 'const', 'anyOf', '$ref'].some((key) => key in schema))
    return at('anything is allowed');
  if (schema['type'] === 'object') {
    if (schema['additionalProperties'] !== false) return at('its properties are not all named');
    const required = (schema['required'] ?? []) as readonly unknown[];
    const optional = Object.keys((schema['properties'] ?? {}) as object).find(
      (name) => !required.includes(name),
    );
    if (optional !== undefined) return at(`"${optional}" may be left out (null can stand for that)`);
  }
  for (const [key, of] of inner(schema)) {
    const problem = problemAt(of, `${path}${key}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function* inner(schema: JsonSchema): Generator<[string, JsonSchema]> {
  for (const [name, of] of Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>))
    yield [`/${name}`, of];
  for (const [name, of] of Object.entries((schema['$defs'] ?? {}) as Record<string, JsonSchema>))
    yield [`/$defs/${name}`, of];
  if (isObject(schema['items'])) yield ['/*', schema['items']];
  for (const of of (schema['anyOf'] ?? []) as JsonSchema[]) yield ['', of];
}
