import * as z from 'zod';
import { byText } from '../../core/ids.js';
import { gateReviewSchema, type GateReview } from '../../core/ultratool/manifest.js';
import { findRunDocument, keepRunDocument } from '../../store/documents.js';
import { createReviewService } from '../../store/review/create-review-service.js';
import type { OutcomeRow } from '../../store/review/outcomes.js';
import { gateQueue } from '../../store/review/queue-place.js';
import type { Store } from '../../store/store.js';

/** Where a run keeps what people decided at its gates. */
export const SETTLED = {
  queries: { kind: 'settled', name: 'queries' },
  merges: { kind: 'settled', name: 'merges' },
} as const;
type Gate = keyof typeof SETTLED;

const settledSchema = z.array(z.tuple([z.string(), gateReviewSchema]));

/** What people decided at a gate, by item id; undefined where nobody decides, or before it is settled. */
export async function gateReviews(
  store: Store,
  runId: string,
  gate: Gate,
): Promise<ReadonlyMap<string, GateReview> | undefined> {
  const text = await findRunDocument(store, runId, SETTLED[gate]);
  return text === undefined ? undefined : new Map(settledSchema.parse(JSON.parse(text)));
}

/**
 * Keeps once what people decided at a gate; a later decision changes nothing in the run.
 * @param recorded what the export that is rebuilt says; undefined: the queue is asked
 */
export async function settleGate(
  store: Store,
  runId: string,
  gate: Gate,
  decided: () => Promise<readonly OutcomeRow[]>,
  recorded: (() => AsyncIterable<readonly [itemId: string, review: GateReview]>) | undefined,
): Promise<void> {
  if ((await gateReviews(store, runId, gate)) !== undefined) return;
  const reviews: [string, GateReview][] = [];
  if (recorded === undefined)
    for (const { itemId, version, record } of await decided())
      reviews.push([itemId, { ...(version === undefined ? {} : { version }), record }]);
  else for await (const [itemId, review] of recorded()) reviews.push([itemId, review]);
  reviews.sort(([a], [b]) => byText(a, b));
  await keepRunDocument(store, runId, { ...SETTLED[gate], text: JSON.stringify(reviews) });
  if (recorded === undefined) await createReviewService(store).closeQueue(gateQueue(runId, gate));
}
