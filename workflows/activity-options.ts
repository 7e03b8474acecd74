import {
  ActivityCancellationType,
  proxyActivities,
  workflowInfo,
  type ActivityInterfaceFor,
} from '@temporalio/workflow';
import type { BatchActivities } from '../activities/batch-activities.js';
import type { Activities } from '../activities/index.js';

/** A worker that is gone is noticed after this time (DESIGN.md, grain of activities). */
const HEARTBEAT_TIMEOUT = '10 seconds';

/** Failures pass: a worker's death, a locked store, a full disk. What cannot pass is marked not retryable by its code. */
const retry = { initialInterval: '500 ms', backoffCoefficient: 2, maximumInterval: '20 seconds' };

/** Work over many records: long, with heartbeats. */
export const longActivities: ActivityInterfaceFor<Activities> = proxyActivities<Activities>({
  startToCloseTimeout: '12 hours',
  heartbeatTimeout: HEARTBEAT_TIMEOUT,
  retry,
});

/**
 * Short statements on the store. They do not heartbeat, so this time-out alone tells of a worker that died in the middle of
 * one: it is kept short. A statement that takes longer is tried again, which changes nothing.
 */
export const shortActivities: ActivityInterfaceFor<Activities> = proxyActivities<Activities>({
  startToCloseTimeout: '15 seconds',
  retry,
});

/**
 * Work that asks models: it waits more than it works, so workers take many at once, from a queue of its own. When the run
 * is cancelled it is waited for: calls on the wire are given time to reach the ledger. To be called inside a workflow.
 */
export const modelActivities = (): ActivityInterfaceFor<Activities> =>
  proxyActivities<Activities>({
    taskQueue: `${workflowInfo().taskQueue}-models`,
    startToCloseTimeout: '12 hours',
    heartbeatTimeout: HEARTBEAT_TIMEOUT,
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
    retry,
  });

/** Steps of batches: a submission and its results are hundreds of megabytes, with heartbeats. */
export const batchActivities: ActivityInterfaceFor<BatchActivities> = proxyActivities<BatchActivities>({
  startToCloseTimeout: '2 hours',
  heartbeatTimeout: HEARTBEAT_TIMEOUT,
  retry,
});
