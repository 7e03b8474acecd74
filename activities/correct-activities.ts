import { heartbeat } from '@temporalio/activity';
import { READ_STAGE, type CorrectCounts } from '../core/correct/run.js';
import { isReviewed } from '../core/review/policy.js';
import { getRun, ofFamily } from '../store/runs.js';
import { countSubjects } from '../store/stages/subject-counts.js';
import type { Store } from '../store/store.js';
import { publishCorrections } from '../stages/correct/export-corrections.js';
import { readCorrectionRecords } from '../stages/correct/read-records.js';
import { failpoint } from '../stages/failpoint.js';
import { withHeartbeats } from './heartbeats.js';
import { writeToFolder } from '../stages/publish-export.js';
import type { RunContexts } from '../stages/mtu-bench/run-context.js';
import { settleReview } from '../stages/review/settle-review.js';
import { throwIfStopRequested, heartbeatAndCheckStop } from './stop-flag.js';

/** Lines between two heartbeats of an export. */
const LINES_A_BEAT = 500;

/** Activities of the family `correct` alone. */
export function createCorrectActivities({
  store,
  contexts,
}: {
  readonly store: Store;
  readonly contexts: RunContexts;
}) {
  return {
    /** The stage `read`: published lines become records. @throws SET_ASIDE_LIMIT */
    async readRecords({ runId }: { runId: string }): Promise<void> {
      await withHeartbeats(() =>
        readCorrectionRecords(store, runId, () => {
          failpoint('after-commit');
          return heartbeatAndCheckStop(store, runId);
        }),
      );
    },

    /**
     * Writes the run's files to `out`: beside it under a temporary name, then renamed. Idempotent.
     * @throws OUTPUT_EXISTS, OUTPUT_UNWRITABLE, DISK_FULL, REVIEW_NOT_FINISHED
     */
    async exportCorrections({
      runId,
      out,
      acceptedOnly = false,
    }: {
      runId: string;
      out: string;
      /** Records that people have yet to decide on are left out, and the export is marked partial. */
      acceptedOnly?: boolean;
    }): Promise<CorrectCounts> {
      await throwIfStopRequested(store, runId);
      const run = ofFamily(await getRun(store, runId), 'correct');
      const total = await countSubjects(store, runId, READ_STAGE);
      const undecided = isReviewed(run.frozen.review)
        ? await settleReview(store, contexts, runId, acceptedOnly)
        : 0;
      let done = 0;
      const line = (): void => {
        if (++done % LINES_A_BEAT === 0) heartbeat({ done });
      };
      const write = (folder: string) =>
        withHeartbeats(() => publishCorrections(store, run, folder, undecided > 0, line));
      return (await writeToFolder(store, { run, out, total }, write)).counts;
    },
  };
}

export type CorrectActivities = ReturnType<typeof createCorrectActivities>;
