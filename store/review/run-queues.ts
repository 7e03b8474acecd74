import { hasDocument, type RunDocument } from '../documents.js';
import type { Store } from '../store.js';

/** Name of a gate’s queue; the queue of a run’s items has the run’s id, which is hexadecimal. */
export const gateQueue = (runId: string, gate: string): string => `${runId}-${gate}`;

/** Run and gate of a queue; gate null: the run’s items. */
export function placeOfQueue(queue: string): { readonly run_id: string; readonly gate: string | null } {
  const cut = queue.indexOf('-');
  return cut < 0
    ? { run_id: queue, gate: null }
    : { run_id: queue.slice(0, cut), gate: queue.slice(cut + 1) };
}

/** Per gate, the document that a run stores when the gate is settled. */
export type SettledDocuments = Readonly<
  Record<string, { readonly settled: Pick<RunDocument, 'kind' | 'name'> }>
>;

/** The queue that a run waits on: the first unsettled gate, else its items. @param gates in pipeline order */
export async function queueNow(
  store: Store,
  runId: string,
  gates: SettledDocuments,
): Promise<{ readonly queue: string; readonly part?: string }> {
  const { read } = store.db;
  const rows = await read
    .selectFrom('review_queues')
    .select(['queue', 'gate'])
    .where('run_id', '=', runId)
    .where('gate', 'is not', null)
    .execute();
  const open = new Map(rows.map(({ gate, queue }) => [gate, queue]));
  for (const [part, { settled }] of Object.entries(gates)) {
    const queue = open.get(part);
    if (queue !== undefined && !(await hasDocument(read, runId, settled))) return { queue, part };
  }
  return { queue: runId };
}
