import { sql, type Expression } from 'kysely';
import { COMPLETED_DOCUMENT } from '../documents.js';
import type { Store } from '../store.js';

/** The end of the name of a queue whose items are tool documents; run ids are hexadecimal. */
const TOOLS = '-tools';

/** The queue of a run's items is named after the run; the one of its tool documents besides. */
export const toolsQueue = (runId: string): string => `${runId}${TOOLS}`;

/** In a query: the id of the run that a queue belongs to. */
export const runOfQueue = (queue: Expression<string>) =>
  sql<string>`replace(${queue}, ${sql.lit(TOOLS)}, '')`;

/** The queue that a run waits by: that of its tool documents until these are settled, then that of its items. */
export async function queueNow(store: Store, runId: string): Promise<string> {
  const { kind, name } = COMPLETED_DOCUMENT;
  const open = await store.db.read
    .selectFrom('review_queues')
    .select('queue')
    .where('queue', '=', toolsQueue(runId))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('run_documents')
            .select('sha256')
            .where('run_id', '=', runId)
            .where('kind', '=', kind)
            .where('name', '=', name),
        ),
      ),
    )
    .executeTakeFirst();
  return open?.queue ?? runId;
}
