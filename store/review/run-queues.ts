import { sql, type Expression } from 'kysely';
import { REVIEW_GATES, type ReviewGate } from '../../core/review/gates.js';
import {
  COMPLETED_DOCUMENT,
  hasDocument,
  INTENTS_DOCUMENT,
  QUERIES_DOCUMENT,
  SETTLED_PAIRS_DOCUMENT,
} from '../documents.js';
import type { Store } from '../store.js';

/** By gate, the document that a run keeps when what people decided on it is settled. */
const SETTLED_DOCUMENT = {
  tools: COMPLETED_DOCUMENT,
  queries: QUERIES_DOCUMENT,
  intents: INTENTS_DOCUMENT,
  duplicates: SETTLED_PAIRS_DOCUMENT,
} as const;

/** The end of the name of a gate's queue; run ids are hexadecimal. */
const suffixOf = (gate: ReviewGate): string => `-${gate}`;

/** The queue of a run's items is named after the run; those of its parts besides. */
export const gateQueue = (runId: string, gate: ReviewGate): string => `${runId}${suffixOf(gate)}`;

/** The id of the run whose gate a queue is of. */
export const runOfGateQueue = (queue: string, gate: ReviewGate): string =>
  queue.slice(0, -suffixOf(gate).length);

/** In a query: the id of the run that a queue belongs to. */
export const runOfQueue = (queue: Expression<string>) =>
  REVIEW_GATES.reduce<Expression<string>>(
    (name, gate) => sql<string>`replace(${name}, ${sql.lit(suffixOf(gate))}, '')`,
    queue,
  );

/** The queue that a run waits by: that of a gate until it is settled, then that of its items. */
export async function currentQueue(
  store: Store,
  runId: string,
): Promise<{ readonly queue: string; readonly gate?: ReviewGate }> {
  const { read } = store.db;
  for (const gate of REVIEW_GATES) {
    const queue = gateQueue(runId, gate);
    const open = await read
      .selectFrom('review_queues')
      .select('queue')
      .where('queue', '=', queue)
      .executeTakeFirst();
    if (open !== undefined && !(await hasDocument(read, runId, SETTLED_DOCUMENT[gate])))
      return { queue, gate };
  }
  return { queue: runId };
}
