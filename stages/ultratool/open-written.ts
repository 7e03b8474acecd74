import { QUERIES_STAGE } from '../../core/ultratool/run.js';
import { addWorkItems, openStage } from '../../store/stages/work-items.js';
import type { Store } from '../../store/store.js';
import { UltraToolContext } from './context.js';
import { queriesToMake } from './generate-queries.js';
import { writtenExperts } from './written-experts.js';

/** Work items per write job. */
const AT_ONCE = 200;

/** Enqueues the written queries for the stage `queries`, in addition to those of a file. Idempotent. */
export async function openWritten(store: Store, runId: string): Promise<void> {
  const { generate } = (await UltraToolContext.open(store, runId)).settings;
  if (generate === undefined) throw new Error('the run reads its samples');
  await openStage(store, runId, QUERIES_STAGE, []);
  const asked = queriesToMake(await writtenExperts(store, runId), generate);
  for (let from = 0; from < asked.length; from += AT_ONCE)
    await addWorkItems(
      store,
      runId,
      QUERIES_STAGE,
      asked.slice(from, from + AT_ONCE).map((input) => ({ workItem: input.recordId, input })),
    );
}
