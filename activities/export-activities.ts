import { heartbeat } from '@temporalio/activity';
import { join } from 'node:path';
import { sumOf } from '../core/counts.js';
import type { Manifest } from '../core/manifest.js';
import type { MtuBenchCounts } from '../core/run.js';
import {
  writeMtuBenchExport,
  type ExportInput,
  type ExportWatcher,
} from '../outputs/mtu-bench/write-export.js';
import { isReviewed } from '../core/review/policy.js';
import { recordEvent } from '../store/events.js';
import { countItems } from '../store/outcomes.js';
import { setProgress } from '../store/progress.js';
import type { Store } from '../store/store.js';
import { exportInput } from '../stages/mtu-bench/export-input.js';
import { failpoint } from '../stages/failpoint.js';
import { withHeartbeats } from './heartbeats.js';
import { writeToFolder } from '../stages/publish-export.js';
import { RendererInThread } from '../worker/render-in-thread.js';
import { ReportInThread } from '../worker/report-in-thread.js';
import type { RunContexts } from '../stages/mtu-bench/run-context.js';
import { settleReview } from '../stages/review/settle-review.js';
import { throwIfStopRequested } from './stop-flag.js';

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
     * @throws OUTPUT_EXISTS, OUTPUT_UNWRITABLE, DISK_FULL, REVIEW_NOT_FINISHED
     */
    async exportDataset({
      runId,
      out,
      acceptedOnly = false,
    }: {
      runId: string;
      out: string;
      /** Items that people have yet to decide on are left out, and the export is marked partial. */
      acceptedOnly?: boolean;
    }): Promise<MtuBenchCounts> {
      const { run } = await contexts.of(runId);
      const undecided = isReviewed(run.frozen.review)
        ? await settleReview(store, contexts, runId, acceptedOnly)
        : 0;
      // Hard items are made on the way; there may be fewer than asked for.
      const hard: Readonly<Record<string, number>> = run.frozen.settings.hard?.quotas ?? {};
      const total = (await countItems(store, runId)) + sumOf(hard);
      const report = new ReportInThread();
      let done = 0;
      const watcher = {
        item() {
          done++;
          if (done % ITEMS_A_NOTE !== 0) return;
          heartbeat({ done });
          void setProgress(store, runId, { stage: 'export', total, done }).catch(() => undefined);
        },
        async file(path: string) {
          await throwIfStopRequested(store, runId);
          await recordEvent(store, runId, 'export file written', { path });
          failpoint('export-file');
        },
      };
      const write = async (folder: string): Promise<Manifest> => {
        const input = await withHeartbeats(() => exportInput(store, contexts, runId, undecided > 0));
        return withHeartbeats(() =>
          total < ITEMS_FOR_A_THREAD
            ? writeMtuBenchExport(folder, input, watcher)
            : writeWithThread(folder, input, watcher),
        );
      };
      const addReport = (folder: string): Promise<void> =>
        withHeartbeats(() => report.write({ folder, file: join(folder, 'run', 'report.html') }));
      try {
        return (await writeToFolder(store, { run, out, total }, write, addReport)).counts;
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
