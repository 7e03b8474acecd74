import { PythonOther, PythonTuple } from './text.js';
import { dictEntries, isPythonDict } from './values.js';
import type { JsonValue } from '../../core/canonical.js';
import { objectFrom, parseJson, valueWord, writeJson } from '../../core/json.js';

/**
 * A Python value in JSON form: a tuple becomes a list, and values that JSON lacks (sets, bytes, an ellipsis) their
 * printed form.
 */
export function plainJson(value: unknown): JsonValue {
  if (Array.isArray(value)) return value.map(plainJson);
  if (value instanceof PythonTuple) return value.items.map(plainJson);
  if (value instanceof PythonOther) return value.repr();
  if (!isPythonDict(value)) return parseJson(writeJson(value ?? null)) as JsonValue;
  return objectFrom(dictEntries(value).map(([key, member]) => [keyText(key), plainJson(member)]));
}

const keyText = (key: unknown): string => valueWord(plainJson(key));
