/** Name of a gate’s queue in commands and on the page. */
export const gateQueueName = (run: string, gate: string): string => `${run}.${gate}`;
