import { NumberAsWritten } from '../../core/ultratool/written-numbers.js';

/** `json.dumps(value, ensure_ascii=False)`: with blanks after commas and colons, as the published files are written. */
export function pythonLine(value: unknown): string {
  if (value instanceof NumberAsWritten) return value.text;
  if (Array.isArray(value)) return `[${value.map(pythonLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}: ${pythonLine(member)}`).join(', ')}}`;
}
