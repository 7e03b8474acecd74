import { activityInfo } from '@temporalio/activity';
import { join } from 'node:path';
import type { TEvalCounts } from '../core/t-eval/run.js';
import { isReviewed } from '../core/review/policy.js';
import type { ModelAccess } from '../llm/asking/model-access.js';
import { computedVectors, ledgerVectors } from '../llm/embedders/vector-answers.js';
import { DUPLICATES_STAGE } from '../core/t-eval/run.js';
import type { Store } from '../store/store.js';
import { failpoint } from '../stages/failpoint.js';
import { withHeartbeats } from './heartbeats.js';
import { writeToFolder } from '../stages/publish-export.js';
import { ReportInThread } from '../worker/report-in-thread.js';
import type { RunContexts } from '../stages/mtu-bench/run-context.js';
import { settleReview } from '../stages/review/settle-review.js';
import { heartbeatAndCheckStop } from './stop-flag.js';
import { TEvalContext } from '../stages/t-eval/context.js';
import { writePaths } from '../stages/t-eval/export-paths.js';
import { openRefining } from '../stages/t-eval/hand-over.js';
import { dropNearDuplicates } from '../stages/t-eval/near-duplicates.js';
import { settleDocuments } from '../stages/t-eval/settle-documents.js';
import { settleQueries } from '../stages/t-eval/settle-queries.js';

/** Activities of the family `t-eval` alone. */
export function createTEvalActivities({
  store,
  contexts,
  models,
}: {
  readonly store: Store;
  readonly contexts: RunContexts;
  readonly models?: (() => Promise<ModelAccess>) | undefined;
}) {
  return {
    /** Keeps what becomes of poor tool documents, for all stages that follow. Idempotent. @throws REVIEW_NOT_FINISHED */
    async settleDocuments({ runId }: { runId: string }): Promise<void> {
      await heartbeatAndCheckStop(store, runId);
      await withHeartbeats(() => settleDocuments(store, contexts, runId));
    },

    /** Notes what the stage `refine` is to work on: the queries that prompts brought. */
    async openRefining({ runId }: { runId: string }): Promise<void> {
      await heartbeatAndCheckStop(store, runId);
      await withHeartbeats(async () => openRefining(store, await TEvalContext.open(store, runId)));
    },

    /** The stage `near-duplicates`. @throws EMBEDDER_UNAVAILABLE; MODEL_MISCONFIGURED, MODEL_UNAVAILABLE */
    async dropNearDuplicates({ runId }: { runId: string }): Promise<void> {
      const execution = activityInfo().workflowExecution?.runId ?? '';
      const answers = models
        ? ledgerVectors(models, { execution, runId, stage: DUPLICATES_STAGE })
        : computedVectors;
      const context = await TEvalContext.open(store, runId);
      await withHeartbeats(() =>
        dropNearDuplicates(store, context, () => heartbeatAndCheckStop(store, runId), answers),
      );
      failpoint('after-near-duplicates');
    },

    /** Notes the queries that people accepted for the stage `annotate`. Idempotent. @throws REVIEW_NOT_FINISHED */
    async settleQueries({ runId }: { runId: string }): Promise<void> {
      await heartbeatAndCheckStop(store, runId);
      await withHeartbeats(() => settleQueries(store, contexts, runId));
    },

    /**
     * Writes a run's export to `out`: beside it under a temporary name, then renamed. Idempotent.
     * @throws OUTPUT_EXISTS, OUTPUT_UNWRITABLE, DISK_FULL, REVIEW_NOT_FINISHED
     */
    async exportPaths({
      runId,
      out,
      acceptedOnly = false,
    }: {
      runId: string;
      out: string;
      /** Items that people have yet to decide on are left out, and the export is marked partial. */
      acceptedOnly?: boolean;
    }): Promise<TEvalCounts> {
      await heartbeatAndCheckStop(store, runId);
      const context = await TEvalContext.open(store, runId);
      const total = context.settings.queries;
      const undecided = isReviewed(context.run.frozen.review)
        ? await settleReview(store, contexts, runId, acceptedOnly)
        : 0;
      const report = new ReportInThread();
      const write = (folder: string) =>
        withHeartbeats(() => writePaths(store, context, folder, undecided > 0));
      const addReport = (folder: string): Promise<void> =>
        withHeartbeats(() => report.write({ folder, file: join(folder, 'run', 'report.html') }));
      try {
        return (await writeToFolder(store, { run: context.run, out, total }, write, addReport)).counts;
      } finally {
        await report.end();
      }
    },
  };
}

export type TEvalActivities = ReturnType<typeof createTEvalActivities>;
