import type { Dialogue } from '../../../core/dialogue.js';
import { byText } from '../../../core/ids.js';
import type { ItemTurn } from '../../../core/mtu-bench/item.js';
import type { ToolDocument } from '../../../core/tool.js';
import { ownPart } from '../../../core/own-part.js';

/** A dialogue's domain in the corpus; without annotations, its split. */
export const domainOf = ({ services, split }: Pick<Dialogue, 'services' | 'split'>): string =>
  services[0] ?? split;

/** The tools before clustering, and the naming. */
export interface ToolsAsProposed {
  readonly tools: Readonly<Record<string, ToolDocument>>;
  readonly naming: Readonly<Record<string, { readonly tool: string }>>;
}

/** Cache, by naming: tools proposed in clusters that keep a schema's document. */
const known = new WeakMap<ToolsAsProposed['naming'], ReadonlyMap<string, readonly string[]>>();

function proposedIn({ tools, naming }: ToolsAsProposed): ReadonlyMap<string, readonly string[]> {
  const found = known.get(naming);
  if (found) return found;
  const proposed = new Map<string, string[]>();
  for (const id of Object.keys(naming).sort(byText)) {
    const cluster = ownPart(naming, id)?.tool ?? id;
    // If the cluster's document is a model's, it is the only one.
    if (ownPart(tools, id)?.documentOrigin === 'model' && ownPart(tools, cluster)?.documentOrigin !== 'model')
      proposed.set(cluster, [...(proposed.get(cluster) ?? []), id]);
  }
  known.set(naming, proposed);
  return proposed;
}

/**
 * Restores the proposed tool in model-made calls whose tool was merged into a schema's cluster: such a call was
 * written by the cluster's document, not by that schema's own, and must be neither shown nor judged as that intent.
 * @param domain of the dialogue: selects among proposed tools in one cluster
 */
export function withProposedTools(
  turns: readonly ItemTurn[],
  domain: string,
  proposed: ToolsAsProposed,
): ItemTurn[] {
  const clusters = proposedIn(proposed);
  return turns.map((turn) => ({
    ...turn,
    calls: turn.calls.map((call) => {
      const ids = clusters.get(call.tool) ?? [];
      const member = ids.find((id) => ownPart(proposed.tools, id)?.service === domain) ?? ids[0];
      return member === undefined ? call : { ...call, member };
    }),
  }));
}
