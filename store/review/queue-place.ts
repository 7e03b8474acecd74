/** The queue of a run's items is named after the run; those of its gates besides. Run ids are hexadecimal. */
export const gateQueue = (runId: string, gate: string): string => `${runId}-${gate}`;

/** The run that a queue belongs to, and the gate that it is of; null: the run's items. */
export function placeOfQueue(queue: string): { readonly run_id: string; readonly gate: string | null } {
  const cut = queue.lastIndexOf('-');
  return cut < 0
    ? { run_id: queue, gate: null }
    : { run_id: queue.slice(0, cut), gate: queue.slice(cut + 1) };
}
