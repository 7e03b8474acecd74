import type { JsonValue } from '../../core/canonical.js';
import { jsonSchema } from '../../core/own-record.js';
import { isJsonObject, isNested, objectFrom, parseJson } from '../../core/json.js';

type Fields = Readonly<Record<string, JsonValue>>;

const isFields = (value: JsonValue): value is Fields => isJsonObject(value);

/** The value of a tool's text: its JSON if valid, otherwise the text. */
export function resultValue(text: string): JsonValue {
  if (text.trim() === '') return null;
  try {
    return jsonSchema.parse(parseJson(text));
  } catch {
    return text;
  }
}

/**
 * A result in the form of all sources: an object is one result, a list of objects several, an empty value none.
 * Anything else becomes the field `result`.
 */
export function resultsOf(value: JsonValue): readonly Fields[] {
  if (value === null) return [];
  if (isFields(value)) return Object.keys(value).length === 0 ? [] : [value];
  if (!Array.isArray(value)) return [{ result: value }];
  const list = value as readonly JsonValue[];
  return list.every(isFields) ? list : [{ result: list }];
}

/** Maximum number of nested fields that are searched per call. */
const INNER = 2000;

/** The nested objects of results with their plain fields; a list of plain values becomes one field per value. */
export function innerFields(results: readonly Fields[]): readonly Fields[] {
  const found: Fields[] = [];
  const visit = (name: string, value: JsonValue): void => {
    if (found.length >= INNER || !isNested(value)) return;
    if (Array.isArray(value)) {
      for (const one of value as readonly JsonValue[])
        if (isNested(one) || one === null) visit(name, one);
        else found.push(objectFrom([[name, one]]));
      return;
    }
    const fields = Object.entries(value as Fields);
    found.push(objectFrom(fields.filter(([, part]) => !isNested(part) && part !== null)));
    for (const [key, part] of fields) visit(key, part);
  };
  for (const result of results) for (const [key, part] of Object.entries(result)) visit(key, part);
  return found;
}

/** Whether a result reports a failure that the record does not mark. */
export const saysFailure = (value: JsonValue): boolean =>
  typeof value === 'string'
    ? /^\s*(?:error|exception|traceback)\b/i.test(value)
    : isFields(value) &&
      Object.entries(value).some(
        ([key, part]) => key === 'error' && part !== null && part !== false && part !== '',
      );
