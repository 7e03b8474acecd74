import { SETTINGS, type Setting } from '../core/item.js';
import type { CorpusCounts } from '../core/run.js';
import { EXPORT_PROMPTS, type ExportInput } from '../outputs/mtu-bench/write-export.js';
import { parsePrompt, type Prompt } from '../prompts/prompt.js';
import { countOutcomes, streamItems, streamLineage, streamRecordSummaries } from '../store/outcomes.js';
import { runDocument } from '../store/runs.js';
import type { Store } from '../store/store.js';
import { addCounts, emptyCounts } from '../transforms/statistics/corpus-counts.js';
import type { RunContexts } from './run-context.js';

/** Everything the export of a run is made of, from the store alone. */
export async function exportInput(store: Store, contexts: RunContexts, runId: string): Promise<ExportInput> {
  const { run, catalogue } = await contexts.of(runId);
  return {
    frozen: run.frozen,
    prompts: await frozenPrompts(store, runId),
    catalogue,
    items: (setting) => streamItems(store, runId, setting),
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
            await runDocument(store, runId, 'prompt', EXPORT_PROMPTS[setting]),
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
