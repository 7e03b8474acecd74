import type { JsonValue } from '../../../core/canonical.js';
import type { ToolPair } from '../../../core/mtu-bench/tool-pairs.js';
import { isNested } from '../../../core/json.js';

/** The content as a pair of tools that may be merged; undefined if it is not one. */
export function asPair(content: JsonValue): ToolPair | undefined {
  const item = content as unknown as Partial<ToolPair> | null;
  const tools: readonly unknown[] = Array.isArray(item?.tools) ? item.tools : [];
  const whole = tools.length === 2 && tools.every((one) => isNested(one) && 'document' in one);
  return whole && typeof item?.distance === 'number' && typeof item.name === 'string'
    ? (item as ToolPair)
    : undefined;
}
