import { byText } from '../../../core/ids.js';
import type { ItemTurn } from '../../../core/mtu-bench/item.js';
import type { ToolDocument } from '../../../core/tool.js';
import type { Catalogue } from './catalogue.js';
import { ownPart } from '../../../core/own-part.js';

/**
 * The documents of the tools that these turns call, by tool id: what the evaluated model sees of them. A tool that was
 * clustered from several services is shown as the one service's that is called here, in the cluster's names: the
 * document of the whole cluster leaves open what only some of its members require, and the gold could not be told from
 * it (formats/mtu-bench.md 1.3: published documents, too, are one schema's). Calls of several members in one item are
 * shown the cluster's document.
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
