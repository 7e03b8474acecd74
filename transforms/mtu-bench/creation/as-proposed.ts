import type { Dialogue } from '../../../core/dialogue.js';
import { byText } from '../../../core/ids.js';
import type { ItemTurn } from '../../../core/mtu-bench/item.js';
import type { ToolDocument } from '../../../core/tool.js';

/** The corpus's word for what a dialogue is about; where its annotations name none, the corpus's own. */
export const domainOf = ({ services, split }: Pick<Dialogue, 'services' | 'split'>): string =>
  services[0] ?? split;

/** The tools before clustering, and what became of each. */
export interface ToolsAsProposed {
  readonly tools: Readonly<Record<string, ToolDocument>>;
  readonly naming: Readonly<Record<string, { readonly tool: string }>>;
}

/** By the clusters that keep a schema's document, the tools proposed in them, by text; looked up for every call of a run. */
const known = new WeakMap<ToolsAsProposed['naming'], ReadonlyMap<string, readonly string[]>>();

function proposedIn({ tools, naming }: ToolsAsProposed): ReadonlyMap<string, readonly string[]> {
  const found = known.get(naming);
  if (found) return found;
  const proposed = new Map<string, string[]>();
  for (const id of Object.keys(naming).sort(byText)) {
    const cluster = naming[id]?.tool ?? id;
    // Where the cluster's own document is a model's, that is the only one.
    if (tools[id]?.documentOrigin === 'model' && tools[cluster]?.documentOrigin !== 'model')
      proposed.set(cluster, [...(proposed.get(cluster) ?? []), id]);
  }
  known.set(naming, proposed);
  return proposed;
}

/**
 * Turns whose calls a model made, with the tool that was proposed where clustering made it part of a schema's: such a call was
 * written by the cluster's document, not by that schema's own, and is neither shown it nor judged as that intent.
 *
 * @param domain of the dialogue: of several proposed tools in one cluster, its own
 */
export function asProposed(
  turns: readonly ItemTurn[],
  domain: string,
  proposed: ToolsAsProposed,
): ItemTurn[] {
  const clusters = proposedIn(proposed);
  return turns.map((turn) => ({
    ...turn,
    calls: turn.calls.map((call) => {
      const ids = clusters.get(call.tool) ?? [];
      const member = ids.find((id) => proposed.tools[id]?.service === domain) ?? ids[0];
      return member === undefined ? call : { ...call, member };
    }),
  }));
}
