import { heartbeat } from '@temporalio/activity';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import { SETTINGS, type Setting } from '../core/item.js';
import type { CorpusCounts, RunCounts } from '../core/run.js';
import { beginExport, writeFailure } from '../outputs/export-folder.js';
import { EXPORT_PROMPTS, manifestText, writeMtuBenchExport } from '../outputs/mtu-bench/write-export.js';
import { parsePrompt, type Prompt } from '../prompts/prompt.js';
import { listEvents, recordEvent } from '../store/events.js';
import {
  countItems,
  countOutcomes,
  streamItems,
  streamLineage,
  streamRecordSummaries,
} from '../store/outcomes.js';
import { runDocument, setProgress } from '../store/runs.js';
import type { Store } from '../store/store.js';
import { addCounts, emptyCounts } from '../transforms/statistics/corpus-counts.js';
import { failpoint } from './failpoint.js';
import { withHeartbeats } from './heartbeats.js';
import type { RunContexts } from './run-context.js';
import { assertGoesOn } from './stop-flag.js';

/** Items between two notes of progress. */
const ITEMS_A_NOTE = 200;

/** Activities of the export stage. */
export function createExportActivities({ store, contexts }: { store: Store; contexts: RunContexts }) {
  return {
    /**
     * Writes the run's export to `out`: beside it under a temporary name, then renamed, so nothing half-written is
     * ever read. Idempotent: an export of the same content that is there already is left alone.
     * @returns the counts, as in the manifest
     * @throws OUTPUT_EXISTS, OUTPUT_UNWRITABLE, DISK_FULL
     */
    async exportDataset({ runId, out }: { runId: string; out: string }): Promise<RunCounts> {
      const { run, catalogue } = await contexts.of(runId);
      const total = await countItems(store, runId);
      await setProgress(store, runId, { stage: 'export', total, done: 0 });
      await recordEvent(store, runId, 'export started');
      const folder = await beginExport(out);
      try {
        const { outcomes, corpus } = await withHeartbeats(() => sums(store, runId));
        let done = 0;
        const watcher = {
          item() {
            done++;
            if (done % ITEMS_A_NOTE !== 0) return;
            heartbeat({ done });
            void setProgress(store, runId, { stage: 'export', total, done }).catch(() => undefined);
          },
          async file(path: string) {
            await assertGoesOn(store, runId);
            await recordEvent(store, runId, 'export file written', { path });
            failpoint('export-file');
          },
        };
        const manifest = await writeMtuBenchExport(
          folder.path,
          {
            frozen: run.frozen,
            prompts: await frozenPrompts(store, runId),
            catalogue,
            items: (setting) => streamItems(store, runId, setting),
            lineage: () => streamLineage(store, runId),
            outcomes,
            corpus,
          },
          watcher,
        );
        await writeRunFolder(store, runId, folder.path, run.name);
        failpoint('before-rename');
        await folder.publish(manifestText(manifest));
        failpoint('after-rename');
        await setProgress(store, runId, { stage: 'export', total, done: total });
        await recordEvent(store, runId, 'export finished');
        return manifest.counts;
      } catch (error) {
        await folder.abandon();
        throw writeFailure(error, out);
      }
    },
  };
}

export type ExportActivities = ReturnType<typeof createExportActivities>;

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

async function sums(store: Store, runId: string) {
  const outcomes = await countOutcomes(store, runId);
  const flagged: Record<string, number> = {};
  const corpus: Record<string, CorpusCounts> = {};
  for await (const row of streamRecordSummaries(store, runId)) {
    for (const flag of row.flags) flagged[flag] = (flagged[flag] ?? 0) + 1;
    if (row.counts) addCounts((corpus[`${row.source}/${row.split}`] ??= emptyCounts()), row.counts);
  }
  return { outcomes: { ...outcomes, flagged }, corpus };
}

/** `run/`: what happened and when; named by no digest. */
async function writeRunFolder(store: Store, runId: string, folder: string, name: string): Promise<void> {
  const events = await listEvents(store, runId);
  if (events.length === 0)
    throw new BenchwrightError('INTERNAL', { found: 'a run without events', next: 'Report this.' });
  await mkdir(join(folder, 'run'));
  const lines = events.map((event) =>
    JSON.stringify({
      seq: event.seq,
      at: new Date(event.atMs).toISOString(),
      type: event.type,
      ...event.data,
    }),
  );
  await writeFile(
    join(folder, 'run', 'events.jsonl'),
    `${[JSON.stringify({ run: name }), ...lines].join('\n')}\n`,
  );
}
