import { NumberAsWritten } from '../number-as-written.js';
import type { UltraTool } from './records.js';

/** A number of a tool's document that JavaScript would write otherwise than its file does: `12000.0`. */
export interface WrittenNumber {
  /** The tool's name, and its place in the record: people may have changed one of them. */
  readonly tool: string;
  readonly at: number;
  /** Where the number stands in the document. */
  readonly path: readonly (string | number)[];
  readonly text: string;
}

/** Tools whose numbers are written as their file has them, where they are still the same numbers. */
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

/** A copy with the number at this path as it is written; the same value where there is another or none. */
function withWritten(value: unknown, [part, ...rest]: WrittenNumber['path'], text: string): unknown {
  if (part === undefined) return value === Number(text) ? new NumberAsWritten(text) : value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return value;
  if (Array.isArray(value))
    return (value as unknown[]).map((one, at) => (at === part ? withWritten(one, rest, text) : one));
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, name === part ? withWritten(one, rest, text) : one]),
  );
}
