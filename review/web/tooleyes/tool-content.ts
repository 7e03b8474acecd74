import type { JsonValue } from '../../../core/canonical.js';
import type { ToolItem } from '../../../core/tooleyes/tool-line.js';

/** The content as a tool of the library; undefined if it is not one. */
export function asTool(content: JsonValue): ToolItem | undefined {
  const item = content as unknown as Partial<ToolItem> | null;
  const document = item?.document as Partial<ToolItem['document']> | undefined;
  const parameters = document?.parameters as Partial<ToolItem['document']['parameters']> | undefined;
  return typeof document?.name === 'string' &&
    typeof document.description === 'string' &&
    typeof parameters?.properties === 'object' &&
    Array.isArray(parameters.required) &&
    Array.isArray(item?.alike)
    ? (item as ToolItem)
    : undefined;
}

/** The facts about a tool's calls, as names and values for display. */
export function factRows({ facts }: ToolItem): (readonly [name: string, value: string])[] {
  if (facts === undefined) return [];
  const { price, calls, failures, latencyMs, answerTokens, returns, status } = facts;
  return [
    ...(price === undefined ? [] : [['Price of a call', `${price} USD`] as const]),
    ...(calls === undefined ? [] : [['Calls tried', String(calls)] as const]),
    ...(failures === undefined ? [] : [['Calls that failed', String(failures)] as const]),
    ...(latencyMs === undefined ? [] : [['Slowest call', `${latencyMs} ms`] as const]),
    ...(answerTokens === undefined ? [] : [['Longest answer', `${answerTokens} tokens`] as const]),
    ...(returns === undefined ? [] : [['Returns anything', returns ? 'yes' : 'no'] as const]),
    ...(status === undefined ? [] : [['Last call', status] as const]),
  ];
}
