import type { CheckFinding, ItemTurn } from '../../../core/mtu-bench/item.js';
import type { ToolNaming } from '../clustering/cluster-catalogue.js';
import type { Catalogue } from '../tools/catalogue.js';
import { ownPart } from '../../../core/own-part.js';

/** Name of the check, by which dialogues are counted. */
export const OPEN_IN_CLUSTER = 'required parameter is optional in the cluster';

/**
 * Flags dialogues that call several members of a cluster. They are shown the cluster's document, where parameters
 * required by only some members are optional, so a model could rightly omit them. A cluster decision that unites the
 * slots or separates the members resolves the finding.
 * @param turns in the corpus's own names
 * @param clustered documents after clustering
 */
export function checkClusters(
  turns: readonly ItemTurn[],
  catalogue: Catalogue,
  clustered: Catalogue,
  naming: ToolNaming,
): CheckFinding[] {
  const called = new Map<string, Set<string>>();
  for (const { calls } of turns)
    for (const { tool } of calls) {
      const cluster = ownPart(naming, tool)?.tool ?? tool;
      called.set(cluster, (called.get(cluster) ?? new Set()).add(tool));
    }
  const findings: CheckFinding[] = [];
  const seen = new Set<string>();
  for (const { index, calls } of turns) {
    for (const { tool } of calls) {
      const entry = ownPart(naming, tool);
      const document = entry && ownPart(clustered.tools, entry.tool);
      if (!entry || !document || seen.has(tool) || (called.get(entry.tool)?.size ?? 0) < 2) continue;
      seen.add(tool);
      const required = (ownPart(catalogue.tools, tool)?.required ?? []).map(
        (slot) => ownPart(entry.slots, slot) ?? slot,
      );
      const open = required.filter((slot) => !document.required.includes(slot));
      if (open.length === 0) continue;
      findings.push({
        check: OPEN_IN_CLUSTER,
        outcome: 'flagged',
        turn: index,
        tool,
        detail: `${tool} requires ${open.join(', ')}; the document of ${document.name}, into which it was clustered with others called here, does not`,
      });
    }
  }
  return findings;
}
