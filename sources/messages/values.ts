import type { JsonValue } from '../../core/canonical.js';
import { jsonSchema } from '../../core/own-record.js';

type Fields = Readonly<Record<string, JsonValue>>;

const isFields = (value: JsonValue): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a tool's text says: its JSON, else the text. */
export function resultValue(text: string): JsonValue {
  if (text.trim() === '') return null;
  try {
    return jsonSchema.parse(JSON.parse(text));
  } catch {
    return text;
  }
}

/**
 * A result in the vocabulary of all sources: an object is one result, a list of objects several, nothing none. What is
 * neither is the field `result`.
 */
export function resultsOf(value: JsonValue): readonly Fields[] {
  if (value === null) return [];
  if (isFields(value)) return Object.keys(value).length === 0 ? [] : [value];
  if (!Array.isArray(value)) return [{ result: value }];
  const list = value as readonly JsonValue[];
  return list.every(isFields) ? list : [{ result: list }];
}

/** Fields of nested objects that are looked through at most, a call. */
const INNER = 2000;

/** The nested objects of results, each with its plain fields; a list of plain values is a field with each of them. */
export function innerFields(results: readonly Fields[]): readonly Fields[] {
  const found: Fields[] = [];
  const visit = (name: string, value: JsonValue): void => {
    if (found.length >= INNER || typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) {
      for (const one of value as readonly JsonValue[])
        if (typeof one === 'object') visit(name, one);
        else found.push(Object.fromEntries([[name, one]]));
      return;
    }
    const fields = Object.entries(value as Fields);
    found.push(Object.fromEntries(fields.filter(([, part]) => typeof part !== 'object')));
    for (const [key, part] of fields) visit(key, part);
  };
  for (const result of results) for (const [key, part] of Object.entries(result)) visit(key, part);
  return found;
}

/** Whether a result says that the call failed, where the record does not mark it. */
export const saysFailure = (value: JsonValue): boolean =>
  typeof value === 'string'
    ? /^\s*(?:error|exception|traceback)\b/i.test(value)
    : isFields(value) &&
      Object.entries(value).some(
        ([key, part]) => key === 'error' && part !== null && part !== false && part !== '',
      );
