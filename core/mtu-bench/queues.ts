/** Kind of the queues of schema intents. */
export const INTENTS_QUEUE = 'mtu-bench-intents';

/** Kind of the queues of near-duplicate tool pairs. */
export const DUPLICATES_QUEUE = 'mtu-bench-duplicates';
