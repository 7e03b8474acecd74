import type { Dialogue } from '../../core/dialogue.js';
import { byText } from '../../core/ids.js';
import type { ItemTurn } from '../../core/item.js';
import type { ToolDocument } from '../../core/tool.js';

/** The corpus's word for what a dialogue is about; where its annotations name none, the corpus's own. */
export const domainOf = ({ services, split }: Pick<Dialogue, 'services' | 'split'>): string =>
  services[0] ?? split;

/** The tools before clustering, and what became of each. */
export interface ProposedTools {
  readonly tools: Readonly<Record<string, ToolDocument>>;
  readonly naming: Readonly<Record<string, { readonly tool: string }>>;
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
  { tools, naming }: ProposedTools,
): ItemTurn[] {
  const proposedIn = (cluster: string): string | undefined => {
    const ids = Object.keys(naming)
      .filter((id) => naming[id]?.tool === cluster && tools[id]?.documentOrigin === 'model')
      .sort(byText);
    return ids.find((id) => tools[id]?.service === domain) ?? ids[0];
  };
  return turns.map((turn) => ({
    ...turn,
    calls: turn.calls.map((call) => {
      // Its own document is a model's: that of the cluster is the only one.
      if (tools[call.tool]?.documentOrigin === 'model') return call;
      const member = proposedIn(call.tool);
      return member === undefined ? call : { ...call, member };
    }),
  }));
}
