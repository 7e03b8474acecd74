import type { JsonValue } from '../canonical.js';
import type { ReviewedCall } from '../review/call-check.js';
import { callParts, unquoted } from './call-string.js';
import { referenceSpans } from './mentions.js';
import { isCall } from './plan-tree.js';
import { objectFrom } from '../json.js';

/**
 * Calls of a plan's steps, to be checked against their tool documents. Values with references are left out, because
 * they are known only when the call is made. Other problems of calls are found by the checks of plans.
 * @param content of unknown shape
 */
export function planCalls(content: JsonValue): ReviewedCall[] {
  const plan: unknown = (content as { readonly plan?: unknown } | null)?.plan;
  if (!Array.isArray(plan)) return [];
  return plan.flatMap((step: unknown, at): ReviewedCall[] => {
    const text = (step as { readonly tool?: unknown } | null)?.tool;
    const call = typeof text === 'string' && isCall(text) ? callParts(text) : undefined;
    if (call === undefined) return [];
    const args = objectFrom(call.args.map(({ name, raw }): [string, JsonValue] => [name, unquoted(raw)]));
    const open = new Set<string>();
    for (const { name, raw } of call.args) if (referenceSpans(raw).length > 0) open.add(name);
    const path = `plan.${at}.tool`;
    return [{ tool: call.name, args, toolPath: path, path, written: true, open }];
  });
}
