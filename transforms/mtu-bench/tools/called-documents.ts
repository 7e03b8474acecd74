import { byText } from '../../../core/ids.js';
import type { ItemTurn } from '../../../core/mtu-bench/item.js';
import type { ToolDocument } from '../../../core/tool.js';
import type { Catalogue } from './catalogue.js';
import { ownPart } from '../../../core/own-part.js';

/**
 * The documents of the tools that these turns call, by tool id, as the evaluated model sees them. A tool that was
 * clustered from several services is shown as the service that is called here, in the cluster's names. The cluster's
 * own document makes parameters optional that only some members require, so the gold could not be derived from it
 * (published documents, too, are those of one schema: formats/mtu-bench.md 1.3). If an item calls several members, the
 * cluster's document is shown.
 */
export function calledDocuments(turns: readonly ItemTurn[], catalogue: Catalogue): ToolDocument[] {
  const members = new Map<string, Set<string>>();
  for (const { calls } of turns)
    for (const { tool, member } of calls)
      members.set(tool, (members.get(tool) ?? new Set()).add(member ?? tool));
  return [...members]
    .sort(([a], [b]) => byText(a, b))
    .flatMap(([tool, called]) => {
      const [only] = called;
      const own = called.size === 1 && only !== undefined ? ownPart(catalogue.members, only) : undefined;
      return own ?? ownPart(catalogue.tools, tool) ?? [];
    });
}
