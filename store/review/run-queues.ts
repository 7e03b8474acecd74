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

/** Document that a run stores when a gate is settled. */
const SETTLED_DOCUMENT = {
  tools: COMPLETED_DOCUMENT,
  queries: QUERIES_DOCUMENT,
  intents: INTENTS_DOCUMENT,
  duplicates: SETTLED_PAIRS_DOCUMENT,
} as const;

/** Suffix of a gate’s queue name; run ids are hexadecimal. */
const suffixOf = (gate: ReviewGate): string => `-${gate}`;

/** Name of a gate’s queue; the queue of a run’s items has the run’s id. */
export const gateQueue = (runId: string, gate: ReviewGate): string => `${runId}${suffixOf(gate)}`;

/** Run id of a gate’s queue. */
export const runOfGateQueue = (queue: string, gate: ReviewGate): string =>
  queue.slice(0, -suffixOf(gate).length);

/** SQL expression: run id of a queue. */
export const runOfQueue = (queue: Expression<string>) =>
  REVIEW_GATES.reduce<Expression<string>>(
    (name, gate) => sql<string>`replace(${name}, ${sql.lit(suffixOf(gate))}, '')`,
    queue,
  );

/** The queue a run waits on: an open gate, else its items. */
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
