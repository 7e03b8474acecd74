import type { PlanItem } from '../../core/ultratool/item.js';
import { CALLS_STAGE } from '../../core/ultratool/run.js';
import { streamSubjects } from '../../store/stages/subjects.js';
import type { Store } from '../../store/store.js';
import { byRecord } from '../../transforms/order-records.js';
import type { SampleToCheck } from './sample.js';
import type { ToolledQuery } from './make-plans.js';
import { acceptedQueries } from './review-queries.js';

/** A sample whose calls are written. */
export type GeneratedSample = SampleToCheck & { readonly item: PlanItem };

/** The samples whose calls are written, before tools are merged, in the order of their records. */
export async function generatedSamples(store: Store, runId: string): Promise<GeneratedSample[]> {
  const accepted = new Set((await acceptedQueries(store, runId)).map(({ itemId }) => itemId));
  const found: GeneratedSample[] = [];
  for await (const { subject, input, result } of streamSubjects(store, runId, CALLS_STAGE)) {
    if (result?.outcome !== 'done' || !accepted.has(subject)) continue;
    const { itemId, recordId, keys } = input as ToolledQuery;
    const item = result.value as PlanItem;
    found.push({ itemId, recordId, item, keys: { ...keys, [CALLS_STAGE]: result.keys } });
  }
  return found.sort((a, b) => byRecord(a.recordId, b.recordId));
}
