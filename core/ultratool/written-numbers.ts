import { NumberAsWritten } from '../number-as-written.js';
import type { UltraTool } from './records.js';
import { isNested } from '../json.js';

/** A number in a tool's document that JavaScript would write differently from its file: `12000.0`. */
export interface WrittenNumber {
  /** The tool's name and its index in the record; both, because a reviewer may have changed one. */
  readonly tool: string;
  readonly at: number;
  /** Path of the number in the document. */
  readonly path: readonly (string | number)[];
  readonly text: string;
}

/** Tools with unchanged numbers written as in their file. */
export function toolsAsWritten(
  tools: readonly UltraTool[],
  numbers: readonly WrittenNumber[] = [],
): UltraTool[] {
  const written = [...tools];
  for (const { tool: name, at, path, text } of numbers) {
    const named = written[at]?.name === name ? at : written.findIndex((tool) => tool.name === name);
    const place = named === -1 ? at : named;
    const tool = written[place];
    if (tool !== undefined) written[place] = withWritten(tool, path, text) as UltraTool;
  }
  return written;
}

/** A copy with the number at this path as written; the same value if the number differs or is missing. */
function withWritten(value: unknown, [part, ...rest]: WrittenNumber['path'], text: string): unknown {
  if (part === undefined) return value === Number(text) ? new NumberAsWritten(text) : value;
  if (!isNested(value) || !Object.hasOwn(value, part)) return value;
  if (Array.isArray(value))
    return (value as unknown[]).map((one, at) => (at === part ? withWritten(one, rest, text) : one));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, name === part ? withWritten(one, rest, text) : one]),
  );
}
