/**
 * Name of the queue of a gate; the queue of the run's items has the run's id as its name. Run ids are hexadecimal and
 * contain no `-`.
 */
export const gateQueue = (runId: string, gate: string): string => `${runId}-${gate}`;

/** The run and the gate that a queue belongs to; gate null: the run's items. */
export function placeOfQueue(queue: string): { readonly run_id: string; readonly gate: string | null } {
  const cut = queue.lastIndexOf('-');
  return cut < 0
    ? { run_id: queue, gate: null }
    : { run_id: queue.slice(0, cut), gate: queue.slice(cut + 1) };
}
