import {
  CancellationScope,
  condition,
  continueAsNew,
  isCancellation,
  proxyActivities,
  setHandler,
  workflowInfo,
  ActivityCancellationType,
  ActivityFailure,
} from '@temporalio/workflow';
import type { WebhookActivities } from '../activities/webhook-activities.js';
import { lookUp } from './stages/batch.js';

/** Events after which an execution continues as new; a wake takes about ten. */
const MOST_EVENTS = 1_000;

/**
 * Tells one webhook of settled items until nothing is left to tell; whoever finds that there is something new starts it, or
 * wakes it with the signal. What is told and when it is tried again stands in the store; the trying again is Temporal's. So
 * its history does not grow with items, and it can be started anew at any time.
 */
export async function webhooks({ hook }: { readonly hook: string }): Promise<void> {
  const { deliverWebhooks } = proxyActivities<WebhookActivities>({
    // It waits for others more than it works, so it takes no place that a run could use.
    taskQueue: `${workflowInfo().taskQueue}-models`,
    startToCloseTimeout: '12 hours',
    heartbeatTimeout: '10 seconds',
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 hour' },
  });
  let woken = false;
  setHandler(lookUp, () => {
    woken = true;
  });
  do {
    woken = false;
    const scope = new CancellationScope();
    let done = false;
    const delivered = scope
      .run(() => deliverWebhooks({ hook }))
      .finally(() => {
        done = true;
      });
    await condition(() => woken || done);
    // One that waits for its next try looks anew at once; one that is at work finishes what is due, the new included.
    if (!done) scope.cancel();
    await delivered.catch((error: unknown) => {
      if (!woken || !(error instanceof ActivityFailure || isCancellation(error))) throw error;
    });
    if (workflowInfo().historyLength > MOST_EVENTS) await continueAsNew<typeof webhooks>({ hook });
  } while (woken);
}
