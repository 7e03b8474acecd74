import { heartbeat } from '@temporalio/activity';
import { batched } from '../core/batched.js';
import type { QueuedItem } from '../core/review/kind.js';
import { policyOf } from '../core/review/policy.js';
import { runDocument } from '../store/documents.js';
import { setProgress } from '../store/progress.js';
import type { ReviewService } from '../store/review/review-service.js';
import { decisionsFromExport, preferredDecision } from '../store/review/exported-decisions.js';
import { reusableDecisions, type ItemRef } from '../store/review/reused-decisions.js';
import { createReviewService } from '../store/review/create-review-service.js';
import { setRunStatus } from '../store/runs.js';
import type { Store } from '../store/store.js';
import { reviewedRun } from '../families/reviewed-run.js';
import { reviewsOf } from '../families/settle-review.js';
import { throwIfStopRequested } from './stop-flag.js';

/** Items that come into the queue in one transaction. */
const ITEMS_A_COMMIT = 500;

/** What the workflow waits by. */
export interface ReviewWait {
  readonly waiting: number;
  /** Whether items are to be rewritten before they come into the queue. */
  readonly rewrite?: true;
  /** Milliseconds until the next item is late. */
  readonly dueInMs?: number;
}

/** A part of a run that is reviewed; absent: its items. */
interface Reviewed {
  readonly runId: string;
  readonly part?: string | undefined;
}

/** Activities of the review stage. */
export function createReviewActivities({ store }: { store: Store }) {
  const service = createReviewService(store);
  return {
    /** Opens the run's queue with every item that goes into a file, or with the part of it that it goes on with. Idempotent. */
    async openReview({ runId, part }: Reviewed): Promise<void> {
      const reviewed = await reviewedRun(store, runId, part);
      const { queue, name, family, review, seed, items } = reviewed;
      const guideline = await runDocument(store, runId, reviewed.guideline);
      const policy = policyOf(review);
      await service.openQueue({ queue, run: name, family, policy, seed, guideline });
      for await (const batch of batched(items.open(), ITEMS_A_COMMIT)) {
        await throwIfStopRequested(store, runId);
        await addItems(store, service, { runId, queue }, batch);
        heartbeat();
      }
      await service.sealQueue(queue);
    },

    /** Does what is due, lets the reserve follow what was rejected, and tells what is left. */
    async reviewProgress({ runId, part }: Reviewed): Promise<ReviewWait> {
      await throwIfStopRequested(store, runId);
      const { queue, stage, review, items } = await reviewedRun(store, runId, part);
      await service.handleOverdue(queue);
      const followed = await items.promote(() => reviewsOf(service, queue, review));
      if (followed.items.length > 0) await addItems(store, service, { runId, queue }, followed.items);
      const { waiting, accepted, rejected, nextDueMs } = await service.progress(queue);
      const done = accepted + rejected;
      await setProgress(store, runId, { stage, total: done + waiting, done });
      return {
        waiting,
        ...(followed.rewrite && { rewrite: true }),
        ...(nextDueMs === undefined ? {} : { dueInMs: nextDueMs - store.now() }),
      };
    },

    /** Notes that nothing but people is missing. */
    async awaitReviewers({ runId }: { runId: string }): Promise<void> {
      await setRunStatus(store, runId, 'waiting for review', { error: null });
    },
  };
}
export type ReviewActivities = ReturnType<typeof createReviewActivities>;

/** Puts items into the queue, with decisions made on them before; empty places have none. */
async function addItems(
  store: Store,
  service: ReviewService,
  { runId, queue }: { readonly runId: string; readonly queue: string },
  items: readonly QueuedItem[],
): Promise<void> {
  const heads: ItemRef[] = items
    .filter(({ empty }) => !empty)
    .map(({ itemId, version }) => ({ itemId, version }));
  const here = await reusableDecisions(store, queue, heads);
  // An export's decisions are on the run's items, not on those of a gate.
  const exported = queue === runId ? await decisionsFromExport(store, runId, heads) : undefined;
  await service.addItems(
    queue,
    items.map((item) => ({
      ...item,
      ...preferredDecision(here.get(item.itemId), exported?.get(item.itemId)),
    })),
  );
}
