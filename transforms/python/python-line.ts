import { NumberAsWritten } from '../../core/number-as-written.js';
import { isNested, writeJson } from '../../core/json.js';

/**
 * `json.dumps(value, ensure_ascii=False)`: with spaces after commas and colons, as in published files.
 * @param text writes a string; `asciiText` for `ensure_ascii=True`
 */
export function pythonLine(value: unknown, text: (said: string) => string = JSON.stringify): string {
  const write = (part: unknown): string => {
    if (typeof part === 'string') return text(part);
    if (part instanceof NumberAsWritten) return part.text;
    if (Array.isArray(part)) return `[${part.map(write).join(', ')}]`;
    if (!isNested(part)) return writeJson(part);
    const members = Object.entries(part).filter(([, member]) => member !== undefined);
    return `{${members.map(([key, member]) => `${text(key)}: ${write(member)}`).join(', ')}}`;
  };
  return write(value);
}

/** Escapes all non-ASCII characters of JSON like `ensure_ascii`: each UTF-16 unit, but not DEL. */
export const escapeNonAscii = (json: string): string =>
  json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A string in Python's default JSON form. */
export const asciiText = (text: string): string => escapeNonAscii(JSON.stringify(text));
