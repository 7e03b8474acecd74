import type { JsonValue } from '../../core/canonical.js';

/**
 * A JSON value as Python's `repr` writes it: single quotes, True/False/None. The published S-S and M-S prompts
 * show tools and observations so (formats/mtu-bench.md 1.2).
 */
export function pythonLiteral(value: JsonValue): string {
  if (value === null) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value === 'string') return pythonString(value);
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return `[${(value as readonly JsonValue[]).map(pythonLiteral).join(', ')}]`;
  return `{${Object.entries(value as Readonly<Record<string, JsonValue>>)
    .map(([key, member]) => `${pythonString(key)}: ${pythonLiteral(member)}`)
    .join(', ')}}`;
}

/** JSON with Python's separators (`", "` and `": "`), as `json.dumps` writes it and the published S-M and M-M prompts show. */
export function pythonJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${(value as readonly JsonValue[]).map(pythonJson).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value as Readonly<Record<string, JsonValue>>)
      .map(([key, member]) => `${JSON.stringify(key)}: ${pythonJson(member)}`)
      .join(', ')}}`;
  }
  return JSON.stringify(value);
}

/** Python prefers single quotes and takes double ones only when that saves escaping. Printable Unicode stays as it is. */
function pythonString(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replace(/[\\'"\p{C}\p{Z}]/gu, (character) => {
    if (character === ' ') return character;
    if (character === '\\') return '\\\\';
    if (character === "'" || character === '"') return character === quote ? `\\${character}` : character;
    if (character === '\n') return '\\n';
    if (character === '\r') return '\\r';
    if (character === '\t') return '\\t';
    const code = character.codePointAt(0) ?? 0;
    if (code <= 0xff) return `\\x${code.toString(16).padStart(2, '0')}`;
    return code <= 0xffff
      ? `\\u${code.toString(16).padStart(4, '0')}`
      : `\\U${code.toString(16).padStart(8, '0')}`;
  });
  return `${quote}${escaped}${quote}`;
}
