import type { CheckFinding, ItemTurn } from '../../../core/mtu-bench/item.js';
import type { ToolNaming } from '../clustering/cluster-catalogue.js';
import type { Catalogue } from '../tools/catalogue.js';

/** Name of the check; the reason by which dialogues are counted. */
export const OPEN_IN_CLUSTER = 'required parameter is optional in the cluster';

/**
 * Calls of several members of one cluster in one dialogue: they are shown the cluster's document, which leaves optional
 * what only some members require, so a model that reads it alone may rightly give other parameters. Kept and flagged; a
 * line in the file of cluster decisions that says which slots are one, or that keeps the members apart, mends it.
 *
 * @param turns in the corpus's own names
 * @param clustered documents since clustering
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
      const cluster = naming[tool]?.tool ?? tool;
      called.set(cluster, (called.get(cluster) ?? new Set()).add(tool));
    }
  const findings: CheckFinding[] = [];
  const seen = new Set<string>();
  for (const { index, calls } of turns) {
    for (const { tool } of calls) {
      const entry = naming[tool];
      const document = entry && clustered.tools[entry.tool];
      if (!entry || !document || seen.has(tool) || (called.get(entry.tool)?.size ?? 0) < 2) continue;
      seen.add(tool);
      const required = (catalogue.tools[tool]?.required ?? []).map((slot) => entry.slots[slot] ?? slot);
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
