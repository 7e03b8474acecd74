import { SETTINGS, type Setting } from '../core/item.js';
import type { CorpusCounts } from '../core/run.js';
import { EXPORT_PROMPTS, type ExportInput } from '../outputs/mtu-bench/write-export.js';
import { parsePrompt, type Prompt } from '../prompts/prompt.js';
import type { ToolMapping } from '../core/tool-mapping.js';
import { findRunDocument, runDocument } from '../store/documents.js';
import { streamItems, streamLineage, streamRecordSummaries, streamReserve } from '../store/export-streams.js';
import { countOutcomes } from '../store/outcomes.js';
import type { Store } from '../store/store.js';
import { addCounts, emptyCounts } from '../transforms/statistics/corpus-counts.js';
import type { RunContexts } from './run-context.js';
import { splitDocument } from './split-items.js';

/** Everything the export of a run is made of, from the store alone. */
export async function exportInput(store: Store, contexts: RunContexts, runId: string): Promise<ExportInput> {
  const { run } = await contexts.of(runId);
  const { clustered } = await contexts.tools(runId);
  const mapping = await runDocument(store, runId, { kind: 'mapping', name: 'mapping' });
  const { counts, heldOutTools } = await splitDocument(store, runId);
  return {
    frozen: run.frozen,
    prompts: await frozenPrompts(store, runId),
    catalogue: clustered.catalogue,
    mapping: JSON.parse(mapping) as ToolMapping,
    decisions: await findRunDocument(store, runId, { kind: 'decisions', name: 'decisions' }),
    split: counts,
    heldOutTools,
    items: (split, setting) => streamItems(store, runId, split, setting),
    reserve: () => streamReserve(store, runId),
    lineage: () => streamLineage(store, runId),
    ...(await sums(store, runId)),
  };
}

async function frozenPrompts(store: Store, runId: string): Promise<Record<Setting, Prompt>> {
  const entries = await Promise.all(
    SETTINGS.map(
      async (setting) =>
        [
          setting,
          parsePrompt(
            await runDocument(store, runId, { kind: 'prompt', name: EXPORT_PROMPTS[setting] }),
            EXPORT_PROMPTS[setting],
          ),
        ] as const,
    ),
  );
  return Object.fromEntries(entries) as Record<Setting, Prompt>;
}

async function sums(store: Store, runId: string): Promise<Pick<ExportInput, 'outcomes' | 'corpus'>> {
  const outcomes = await countOutcomes(store, runId);
  const flagged: Record<string, number> = {};
  const corpus: Record<string, CorpusCounts> = {};
  for await (const row of streamRecordSummaries(store, runId)) {
    for (const flag of row.flags) flagged[flag] = (flagged[flag] ?? 0) + 1;
    if (row.counts) addCounts((corpus[`${row.source}/${row.split}`] ??= emptyCounts()), row.counts);
  }
  return { outcomes: { ...outcomes, flagged }, corpus };
}
