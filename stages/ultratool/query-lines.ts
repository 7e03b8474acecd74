import type { UltraToolLineage } from '../../core/ultratool/manifest.js';
import {
  CALLS_STAGE,
  DUPLICATES_STAGE,
  PLANS_STAGE,
  QUERIES_STAGE,
  REVIEW_QUERIES_STAGE,
  TOOLS_STAGE,
  WRITE_QUERIES_STAGE,
  WRITING_GATE,
} from '../../core/ultratool/run.js';
import { REJECTED } from '../../core/review/outcome-after-review.js';
import { streamWorkItems } from '../../store/stages/work-items.js';
import type { Store } from '../../store/store.js';
import { pooledQueries, type PooledQuery } from './generate-queries.js';
import { ultraToolItemId } from './item-ids.js';
import { writingPlace } from './written-experts.js';
import { nearDuplicatesOf } from '../near-duplicate-queries.js';
import { lineKeys } from '../line-keys.js';
import { gateReviews } from '../review/settled-gate.js';

/** Outcomes of all queries without a sample. @param soFar whether some may lack an outcome */
export async function queryLines(store: Store, runId: string, soFar: boolean): Promise<UltraToolLineage[]> {
  const { pool, failed } = await pooledQueries(store, runId, soFar);
  const dropped = await nearDuplicatesOf(store, runId);
  const reviews = await gateReviews(store, runId, 'queries');
  const stopped = await quarantined(store, runId);
  const written = await gateReviews(store, runId, WRITING_GATE);
  const { places } = await writingPlace(store, runId);
  const accepted = new Set(pool.map(({ itemId }) => itemId));
  // Queries that were not written or not accepted.
  const notWritten = places
    .filter(({ itemId }) => !accepted.has(itemId))
    .map(({ itemId, recordId }): UltraToolLineage => {
      const writing = written?.get(itemId);
      const line = { itemId, recordId, kind: 'original' as const, keys: {}, ...(writing && { writing }) };
      return writing === undefined
        ? { ...line, outcome: 'undecided' }
        : {
            ...{ ...line, outcome: 'dropped', stage: WRITE_QUERIES_STAGE, reason: REJECTED },
            detail: writing.record.reason ?? '',
          };
    });
  const recordIds = new Map(pool.map(({ itemId, recordId }) => [itemId, recordId]));
  const notMade = failed.flatMap(({ asked: { recordId, kind, count }, keys, reason, detail }) =>
    Array.from({ length: count }, (_, at): UltraToolLineage => {
      const id = `${recordId}/${at}`;
      return {
        ...{ itemId: ultraToolItemId(id), recordId: id, kind, outcome: 'set aside' },
        ...{ stage: QUERIES_STAGE, reason, detail, keys: { [QUERIES_STAGE]: [...keys] } },
      };
    }),
  );
  return [
    ...notWritten,
    ...notMade,
    ...pool.map(({ itemId, recordId, kind, keys }): UltraToolLineage => {
      const queryReview = reviews?.get(itemId);
      const writing = written?.get(itemId);
      const line = {
        ...{ itemId, recordId, kind },
        keys: lineKeys(stopped.get(itemId)?.keys ?? keys),
        ...(writing && { writing }),
        ...(queryReview && { queryReview }),
      };
      const near = dropped.get(itemId);
      if (near !== undefined) {
        const detail = `${recordIds.get(near.of) ?? near.of} (${near.similarity})`;
        return { ...line, outcome: 'dropped', stage: DUPLICATES_STAGE, reason: 'near-duplicate', detail };
      }
      if (reviews !== undefined && queryReview?.record.outcome !== 'accepted')
        return {
          ...{ ...line, outcome: 'dropped', stage: REVIEW_QUERIES_STAGE, reason: REJECTED },
          detail: queryReview?.record.reason ?? '',
        };
      const end = stopped.get(itemId);
      return end === undefined
        ? { ...line, outcome: 'undecided' }
        : { ...line, outcome: 'set aside', stage: end.stage, reason: end.reason, detail: end.detail };
    }),
  ];
}

interface Stopped {
  readonly stage: string;
  readonly reason: string;
  readonly detail: string;
  readonly keys: Readonly<Record<string, readonly string[]>>;
}

/** Queries whose plan, tools or calls have no usable answer. */
async function quarantined(store: Store, runId: string): Promise<Map<string, Stopped>> {
  const found = new Map<string, Stopped>();
  for (const stage of [PLANS_STAGE, TOOLS_STAGE, CALLS_STAGE])
    for await (const { workItem, input, result } of streamWorkItems(store, runId, stage))
      if (result?.outcome === 'set aside') {
        const { reason, detail } = result;
        const keys = { ...(input as PooledQuery).keys, [stage]: result.keys };
        found.set(workItem, { stage, reason, detail, keys });
      }
  return found;
}
