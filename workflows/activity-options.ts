import { proxyActivities, type ActivityInterfaceFor } from '@temporalio/workflow';
import type { Activities } from '../activities/index.js';

/** A worker that is gone is noticed after this time (DESIGN.md, grain of activities). */
const HEARTBEAT_TIMEOUT = '10 seconds';

/** Failures pass: a worker's death, a locked store, a full disk. What cannot pass is marked not retryable by its code. */
const retry = { initialInterval: '500 ms', backoffCoefficient: 2, maximumInterval: '20 seconds' };

/** Work over many records: long, with heartbeats. */
export const work: ActivityInterfaceFor<Activities> = proxyActivities<Activities>({
  startToCloseTimeout: '12 hours',
  heartbeatTimeout: HEARTBEAT_TIMEOUT,
  retry,
});

/**
 * Short statements on the store. They do not heartbeat, so this time-out alone tells of a worker that died in the middle of
 * one: it is kept short. A statement that takes longer is tried again, which changes nothing.
 */
export const quick: ActivityInterfaceFor<Activities> = proxyActivities<Activities>({
  startToCloseTimeout: '15 seconds',
  retry,
});
