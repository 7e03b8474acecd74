import type { ToolCall } from '../../../../core/mtu-bench/item.js';
import type { Catalogue } from '../../tools/catalogue.js';
import { listed } from '../listing.js';
import { ownPart } from '../../../../core/own-part.js';

/**
 * The rule-made thought of a joined turn: what the user asks for, then which tools are called in which order, and where
 * each gets its input from.
 */
export function joinedThought(calls: readonly ToolCall[], catalogue: Catalogue): string {
  const nameOf = (tool: string): string => ownPart(catalogue.tools, tool)?.name ?? tool;
  // The purpose of a clustered tool is that of the service that is called.
  const descriptionOf = ({ tool, member }: ToolCall): string =>
    (ownPart(catalogue.members, member ?? tool) ?? ownPart(catalogue.tools, tool))?.description ?? tool;
  const purposes = calls.map((call) => `to ${purpose(descriptionOf(call))}`);
  const steps = calls.map(
    (call, i) => `${i === 0 ? '' : 'Then '}${nameOf(call.tool)} is called${inputs(call, nameOf)}.`,
  );
  return [`The user asks for several things at once: ${purposes.join('; ')}.`, ...steps].join(' ');
}

function inputs(call: ToolCall, nameOf: (tool: string) => string): string {
  const stated: string[] = [];
  const taken = new Map<string, string[]>();
  for (const [parameter, origin] of Object.entries(call.origins)) {
    if (origin.kind !== 'inherited') stated.push(parameter);
    else taken.set(origin.tool, [...(taken.get(origin.tool) ?? []), parameter]);
  }
  const parts: string[] = [];
  if (stated.length > 0) parts.push(`${listed(stated)} as the user says`);
  for (const [tool, parameters] of taken)
    parts.push(`${listed(parameters)} from the result of ${nameOf(tool)}`);
  return parts.length === 0 ? ', which needs nothing more' : ` with ${parts.join(', and ')}`;
}

/** A description in a form that can follow "to": schemas write "Find a restaurant …". */
const purpose = (description: string): string =>
  `${description.charAt(0).toLowerCase()}${description.slice(1)}`.replace(/[.\s]+$/, '');
