import * as z from 'zod';
import { byText } from '../../core/ids.js';
import { gateReviewSchema, type GateReview } from '../../core/review/gate-review.js';
import { findRunDocument, keepRunDocument, type RunDocument } from '../../store/documents.js';
import { createReviewService } from '../../store/review/create-review-service.js';
import type { OutcomeRow } from '../../store/review/outcomes.js';
import { gateQueue } from '../../store/review/queue-place.js';
import type { Store } from '../../store/store.js';

/** Decisions at a gate, by item id. */
type GateReviews = ReadonlyMap<string, GateReview>;

/** Where a run keeps what people decided at a gate. */
export const settledAt = (gate: string) => ({ kind: 'settled', name: gate }) as const;

const settledSchema = z.array(z.tuple([z.string(), gateReviewSchema]));

/** Decisions at a gate as the document that a run keeps of them. */
export const settledDocument = (
  gate: string,
  reviews: readonly (readonly [string, GateReview])[],
): RunDocument => ({
  ...settledAt(gate),
  text: JSON.stringify([...reviews].sort(([a], [b]) => byText(a, b))),
});

/** What people decided at a gate, by item id; undefined where nobody decides, or before it is settled. */
export async function gateReviews(
  store: Store,
  runId: string,
  gate: string,
): Promise<GateReviews | undefined> {
  const text = await findRunDocument(store, runId, settledAt(gate));
  return text === undefined ? undefined : new Map(settledSchema.parse(JSON.parse(text)));
}

/**
 * Keeps once what people decided at a gate; a later decision changes nothing in the run.
 * @param recorded what the export that is rebuilt says; undefined: the queue is asked
 */
export async function settleGate(
  store: Store,
  runId: string,
  gate: string,
  decided: () => Promise<readonly OutcomeRow[]>,
  recorded: (() => AsyncIterable<readonly [itemId: string, review: GateReview]>) | undefined,
): Promise<void> {
  if ((await gateReviews(store, runId, gate)) === undefined) {
    const reviews: [string, GateReview][] = [];
    if (recorded === undefined)
      for (const { itemId, version, record } of await decided())
        reviews.push([itemId, { ...(version === undefined ? {} : { version }), record }]);
    else for await (const [itemId, review] of recorded()) reviews.push([itemId, review]);
    await keepRunDocument(store, runId, settledDocument(gate, reviews));
  }
  if (recorded === undefined) await createReviewService(store).closeQueue(gateQueue(runId, gate));
}
