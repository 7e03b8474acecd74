import { BenchwrightError } from '../core/errors/benchwright-error.js';
import { applyEvent, openItem, type ItemReview } from '../core/review/item-review.js';
import { policyOf, reviewName, type Review } from '../core/review/policy.js';
import { GUIDELINE_TOLD, keepRunDocument } from '../store/documents.js';
import { createReviewDesk } from '../store/review/review-desk.js';
import type { ReviewDesk } from '../store/review/desk.js';
import { digestOfOutcomes, replaceOutcomes, type OutcomeRow } from '../store/review/outcomes.js';
import type { Store } from '../store/store.js';
import { outcomesOf } from '../transforms/review/outcomes.js';
import { reviewedRun } from './review-items.js';
import { RunContexts } from './run-context.js';

/** The state of every item of a queue, made from its events. */
export async function reviewsOf(
  desk: ReviewDesk,
  runId: string,
  review: Review,
): Promise<Map<string, ItemReview>> {
  const policy = policyOf(review);
  const reviews = new Map<string, ItemReview>();
  for await (const event of desk.events(runId)) {
    if (event.itemId === undefined) continue;
    const known = reviews.get(event.itemId);
    if (known) reviews.set(event.itemId, applyEvent(policy, known, event));
    else if (event.data.type === 'queued') reviews.set(event.itemId, openItem(policy, event));
  }
  return reviews;
}

/**
 * Keeps what people have decided until now as that by which the run is exported.
 * @param acceptedOnly whether items may be undecided; they are left out then
 * @returns how many are undecided
 * @throws REVIEW_NOT_FINISHED
 */
export async function settleReview(
  store: Store,
  contexts: RunContexts,
  runId: string,
  acceptedOnly: boolean,
): Promise<number> {
  const desk = createReviewDesk(store);
  const rows = await outcomesNow(store, contexts, desk, runId);
  const undecided = rows.filter(({ told }) => told.outcome === 'undecided').length;
  if (undecided > 0 && !acceptedOnly) {
    const { review } = await reviewedRun(store, contexts, runId);
    throw new BenchwrightError('REVIEW_NOT_FINISHED', {
      expected: `a decision on each of ${rows.length} items (policy ${reviewName(review)})`,
      found: `${undecided} are undecided`,
      next: '`benchwright review` opens the queue; `benchwright export --accepted-only` writes what is accepted, marked partial.',
    });
  }
  await keepRunDocument(store, runId, { ...GUIDELINE_TOLD, text: await desk.guideline(runId) });
  await replaceOutcomes(store, runId, rows);
  return undecided;
}

/** What people have made of a run's items until now: `sha256` of an export's review counts, and how many are undecided. */
export async function reviewNow(
  store: Store,
  runId: string,
): Promise<{ readonly sha256: string; readonly undecided: number }> {
  const rows = await outcomesNow(store, new RunContexts(store), createReviewDesk(store), runId);
  const undecided = rows.filter(({ told }) => told.outcome === 'undecided').length;
  return { sha256: digestOfOutcomes(rows), undecided };
}

async function outcomesNow(
  store: Store,
  contexts: RunContexts,
  desk: ReviewDesk,
  runId: string,
): Promise<OutcomeRow[]> {
  const { review, items } = await reviewedRun(store, contexts, runId);
  const outcomes = outcomesOf(
    policyOf(review),
    await items.heads(),
    await items.reserve(),
    await reviewsOf(desk, runId, review),
  );
  const rows: OutcomeRow[] = [];
  for (const { itemId, setting, split, accepted, edited, told } of outcomes) {
    const content = accepted && edited ? await desk.content(accepted.content) : undefined;
    rows.push({
      itemId,
      setting,
      split,
      version: accepted?.version,
      told: { ...told, ...(content === undefined ? {} : { content }) },
    });
  }
  return rows;
}
