import type { JsonValue } from '../../core/canonical.js';
import { isNested, writeJson } from '../../core/json.js';

/** JSON with Python's separators (`", "` and `": "`), as in `json.dumps` and the published S-M and M-M prompts. */
export function pythonJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${(value as readonly JsonValue[]).map(pythonJson).join(', ')}]`;
  if (isNested(value)) {
    return `{${Object.entries(value as Readonly<Record<string, JsonValue>>)
      .map(([key, member]) => `${JSON.stringify(key)}: ${pythonJson(member)}`)
      .join(', ')}}`;
  }
  return writeJson(value);
}
