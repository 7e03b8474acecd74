import { hasDocument, type RunDocument } from '../documents.js';
import type { Store } from '../store.js';

/** The queue of a run's items is named after the run; those of its gates besides. Run ids are hexadecimal. */
export const gateQueue = (runId: string, gate: string): string => `${runId}-${gate}`;

/** The run that a queue belongs to, and the gate that it is of; null: the run's items. */
export function placeOfQueue(queue: string): { readonly run_id: string; readonly gate: string | null } {
  const cut = queue.indexOf('-');
  return cut < 0
    ? { run_id: queue, gate: null }
    : { run_id: queue.slice(0, cut), gate: queue.slice(cut + 1) };
}

/** By gate, the document that a run keeps when what people decided there is settled. */
export type SettledDocuments = Readonly<
  Record<string, { readonly settled: Pick<RunDocument, 'kind' | 'name'> }>
>;

/** The queue that a run waits for: that of a gate until it is settled, then that of its items. @param gates in their order */
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
