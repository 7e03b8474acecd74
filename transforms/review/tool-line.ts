import type { ToolList } from '../../core/review/api.js';

/** Maximum characters of a description in a list. */
const LINE = 120;

/** A tool as a list entry: the first line of its description. */
export function toolLine({ id, name, description }: ToolList['tools'][number]): ToolList['tools'][number] {
  const [line = ''] = description.trim().split('\n');
  return { id, name, description: line.length > LINE ? `${line.slice(0, LINE - 1)}…` : line };
}
