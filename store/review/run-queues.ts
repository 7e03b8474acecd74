import { sql, type Expression } from 'kysely';
import { RUN_PARTS, type RunPart } from '../../core/review/part.js';
import { COMPLETED_DOCUMENT, hasDocument, INTENTS_DOCUMENT, QUERIES_DOCUMENT } from '../documents.js';
import type { Store } from '../store.js';

/** By part, the document that a run keeps when what people decided on it is settled. */
const SETTLED = {
  tools: COMPLETED_DOCUMENT,
  queries: QUERIES_DOCUMENT,
  intents: INTENTS_DOCUMENT,
} as const;

/** The end of the name of a part's queue; run ids are hexadecimal. */
const ending = (part: RunPart): string => `-${part}`;

/** The queue of a run's items is named after the run; those of its parts besides. */
export const partQueue = (runId: string, part: RunPart): string => `${runId}${ending(part)}`;

/** In a query: the id of the run that a queue belongs to. */
export const runOfQueue = (queue: Expression<string>) =>
  RUN_PARTS.reduce<Expression<string>>(
    (name, part) => sql<string>`replace(${name}, ${sql.lit(ending(part))}, '')`,
    queue,
  );

/** The queue that a run waits by: that of a part until it is settled, then that of its items. */
export async function queueNow(
  store: Store,
  runId: string,
): Promise<{ readonly queue: string; readonly part?: RunPart }> {
  const { read } = store.db;
  for (const part of RUN_PARTS) {
    const queue = partQueue(runId, part);
    const open = await read
      .selectFrom('review_queues')
      .select('queue')
      .where('queue', '=', queue)
      .executeTakeFirst();
    if (open !== undefined && !(await hasDocument(read, runId, SETTLED[part]))) return { queue, part };
  }
  return { queue: runId };
}
