import { CREATE_STAGE } from '../../../core/mtu-bench/creation.js';
import { findRunDocument, keepRunDocument, PROPOSED_CATALOGUE } from '../../../store/documents.js';
import { recordEvent } from '../../../store/events.js';
import type { Run } from '../../../store/runs.js';
import { retriedKeys } from '../../../store/stages/retries.js';
import { streamWorkItems } from '../../../store/stages/work-items.js';
import type { Store } from '../../../store/store.js';
import { ProposedTools } from '../../../transforms/mtu-bench/creation/proposed-tools.js';
import type { MtuBenchContexts } from '../run-context.js';
import type { CreatedValue } from './create-stage.js';
import { unannotatedShards, type UnannotatedPlace } from './unannotated.js';
import { writeJson } from '../../../core/json.js';

/**
 * Stores the catalogue to cluster: the schemas' tools and the proposed ones. Stored once: later proposals (`retry
 * --failed`) change no tool, otherwise all dependent documents and calls would have to be bought again.
 */
export async function gatherTools(store: Store, contexts: MtuBenchContexts, runId: string): Promise<void> {
  if ((await findRunDocument(store, runId, PROPOSED_CATALOGUE)) !== undefined) return;
  const { run, catalogue } = await contexts.of(runId);
  const gathered = await proposedTools(store, run);
  await keepRunDocument(store, runId, {
    ...PROPOSED_CATALOGUE,
    text: writeJson(gathered.joinedTo(catalogue)),
  });
  await recordEvent(store, runId, 'tools gathered', { ...gathered.counts });
}

/** The proposed tools, without those from retried requests. */
export async function proposedTools(store: Store, run: Run<'mtu-bench'>): Promise<ProposedTools> {
  const retried = await retriedKeys(store, run.runId, run.frozen.models?.epochs[CREATE_STAGE] ?? 0);
  const shards = new Map(unannotatedShards(run).map((one) => [one.shard, one]));
  const gathered = new ProposedTools();
  for await (const { input, result } of streamWorkItems(store, run.runId, CREATE_STAGE)) {
    const shard = shards.get((input as UnannotatedPlace).shard);
    if (shard === undefined || result?.outcome !== 'done' || result.keys.some((key) => retried.has(key)))
      continue;
    const { domain, tools } = result.value as CreatedValue;
    gathered.add({ source: shard.source, split: shard.split, domain, tools });
  }
  return gathered;
}
