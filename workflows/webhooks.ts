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
import { wake } from './stages/batch.js';

/** History length at which an execution continues as new; a wake-up takes about ten events. */
const MOST_EVENTS = 1_000;

/**
 * Delivers one webhook's notifications until none is left; started, or woken by a signal, when there are new ones.
 * Deliveries and their retry times are in the store and retries are Temporal's, so the history does not grow with
 * items. Restartable at any time.
 */
export async function webhooks({ hook }: { readonly hook: string }): Promise<void> {
  const { deliverWebhooks } = proxyActivities<WebhookActivities>({
    // Mostly waits, so it uses the model queue and takes no slot from runs.
    taskQueue: `${workflowInfo().taskQueue}-models`,
    startToCloseTimeout: '12 hours',
    heartbeatTimeout: '10 seconds',
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 hour' },
  });
  let woken = false;
  setHandler(wake, () => {
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
    // A waiting delivery checks again at once; a running one includes the new notifications.
    if (!done) scope.cancel();
    await delivered.catch((error: unknown) => {
      if (!woken || !(error instanceof ActivityFailure || isCancellation(error))) throw error;
    });
    if (workflowInfo().historyLength > MOST_EVENTS) await continueAsNew<typeof webhooks>({ hook });
  } while (woken);
}
