import { heartbeat } from '@temporalio/activity';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BenchwrightError } from '../core/errors/benchwright-error.js';
import type { Manifest } from '../core/manifest.js';
import type { RunCounts } from '../core/run.js';
import { beginExport, writeFailure } from '../outputs/export-folder.js';
import {
  manifestText,
  writeMtuBenchExport,
  type ExportInput,
  type ExportWatcher,
} from '../outputs/mtu-bench/write-export.js';
import { listEvents, recordEvent } from '../store/events.js';
import { countItems } from '../store/outcomes.js';
import { setProgress } from '../store/progress.js';
import type { Store } from '../store/store.js';
import { exportInput } from './export-input.js';
import { failpoint } from './failpoint.js';
import { withHeartbeats } from './heartbeats.js';
import { RendererInThread } from './render-in-thread.js';
import { ReportInThread } from './report-in-thread.js';
import type { RunContexts } from './run-context.js';
import { assertGoesOn } from './stop-flag.js';

/** Items between two notes of progress. */
const ITEMS_A_NOTE = 200;

/** Items from which a thread that renders them is worth its start. */
const ITEMS_FOR_A_THREAD = 2_000;

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
      const { run } = await contexts.of(runId);
      const total = await countItems(store, runId);
      await setProgress(store, runId, { stage: 'export', total, done: 0 });
      await recordEvent(store, runId, 'export started');
      const folder = await beginExport(out);
      const report = new ReportInThread();
      try {
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
        const input = await exportInput(store, contexts, runId);
        const manifest = await withHeartbeats(() =>
          total < ITEMS_FOR_A_THREAD
            ? writeMtuBenchExport(folder.path, input, watcher)
            : writeWithThread(folder.path, input, watcher),
        );
        await writeRunFolder(store, runId, folder.path, run.name);
        await withHeartbeats(() =>
          report.write({ folder: folder.path, file: join(folder.path, 'run', 'report.html') }),
        );
        failpoint('before-rename');
        await folder.publish(manifestText(manifest));
        failpoint('after-rename');
        await setProgress(store, runId, { stage: 'export', total, done: total });
        await recordEvent(store, runId, 'export finished');
        return manifest.counts;
      } catch (error) {
        await folder.abandon();
        throw writeFailure(error, out);
      } finally {
        await report.end();
      }
    },
  };
}

/** Writes an export whose items are rendered in another thread. */
async function writeWithThread(
  folder: string,
  input: ExportInput,
  watcher: ExportWatcher,
): Promise<Manifest> {
  let renderer: RendererInThread | undefined;
  try {
    return await writeMtuBenchExport(
      folder,
      input,
      watcher,
      (settings) => (renderer = new RendererInThread(settings)),
    );
  } finally {
    await renderer?.end();
  }
}

export type ExportActivities = ReturnType<typeof createExportActivities>;

/** `run/`: what happened and when, beside the report; named by no digest. */
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
