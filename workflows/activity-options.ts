import {
  ActivityCancellationType,
  proxyActivities,
  workflowInfo,
  type ActivityInterfaceFor,
} from '@temporalio/workflow';
import type { BatchActivities } from '../activities/batch-activities.js';
import type { Activities } from '../activities/index.js';

/** Detects a dead worker after this time (DESIGN.md, grain of activities). */
const HEARTBEAT_TIMEOUT = '10 seconds';

/**
 * Most failures are transient: worker death, locked store, full disk. Permanent ones are marked non-retryable by code.
 */
const retry = { initialInterval: '500 ms', backoffCoefficient: 2, maximumInterval: '20 seconds' };

/** Long activities over many records, with heartbeats. */
export const longActivities: ActivityInterfaceFor<Activities> = proxyActivities<Activities>({
  startToCloseTimeout: '12 hours',
  heartbeatTimeout: HEARTBEAT_TIMEOUT,
  retry,
});

/**
 * Short store transactions without heartbeat: a dead worker is detected only by this time-out, so it is short. Slower
 * statements are retried, which is idempotent.
 */
export const shortActivities: ActivityInterfaceFor<Activities> = proxyActivities<Activities>({
  startToCloseTimeout: '15 seconds',
  retry,
});

/**
 * Activities that call models. They mostly wait, so workers run many at once from a separate queue. Cancelled runs
 * wait for them, so that answers in flight reach the ledger. Call inside a workflow.
 */
export const modelActivities = (): ActivityInterfaceFor<Activities> =>
  proxyActivities<Activities>({
    taskQueue: `${workflowInfo().taskQueue}-models`,
    startToCloseTimeout: '12 hours',
    heartbeatTimeout: HEARTBEAT_TIMEOUT,
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    retry,
  });

/** Batch steps: hundreds of megabytes per submission or result, with heartbeats. */
export const batchActivities: ActivityInterfaceFor<BatchActivities> = proxyActivities<BatchActivities>({
  startToCloseTimeout: '2 hours',
  heartbeatTimeout: HEARTBEAT_TIMEOUT,
  retry,
});
