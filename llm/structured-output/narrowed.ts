import { ownPart } from '../../core/own-part.js';
import type { KnownPart } from '../../prompts/known-parts.js';
import { inner, isObject, type JsonSchema } from './strict-form.js';

/** A schema with what is known of its parts. @throws Error for a part that the schema does not have */
export function narrowed(schema: JsonSchema, known: readonly KnownPart[]): JsonSchema {
  if (known.length === 0) return schema;
  const made = known.reduce((before, part) => atPlace(before, part.at.split('.'), part), schema);
  return refers(made) ? made : withoutDefinitions(made);
}

function atPlace(schema: JsonSchema, path: readonly string[], { at, has, is }: KnownPart): JsonSchema {
  const [name, ...rest] = path;
  if (name === undefined) return is ?? { ...schema, ...has };
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const part = name === '*' ? schema['items'] : ownPart(properties, name);
  if (!isObject(part)) throw new Error(`the answer has no part ${at}`);
  const made = atPlace(part, rest, { at, ...(has && { has }), ...(is && { is }) });
  return name === '*'
    ? { ...schema, items: made }
    : { ...schema, properties: { ...properties, [name]: made } };
}

/** Whether a reference is left outside the definitions. */
function refers(schema: JsonSchema): boolean {
  if ('$ref' in schema) return true;
  for (const [key, part] of inner(schema)) if (!key.startsWith('/$defs/') && refers(part)) return true;
  return isObject(schema['additionalProperties']) && refers(schema['additionalProperties']);
}

const withoutDefinitions = ({ $defs: _unused, ...schema }: JsonSchema): JsonSchema => schema;
