import type { ReviewRecord } from './review-record.js';

/** Reason of an item that people rejected, and of one that they have yet to decide on. */
export const REJECTED = 'rejected in review';
export const UNDECIDED = 'undecided in review';

/**
 * What the lineage says of a finished item after its review.
 * @param record absent: nobody was to decide on it
 */
export function outcomeAfterReview(record: ReviewRecord | undefined) {
  if (record === undefined) return { outcome: 'accepted' as const };
  if (record.split !== undefined) return { review: record, outcome: 'accepted' as const };
  const [outcome, reason, detail] =
    record.outcome === 'rejected'
      ? (['dropped', REJECTED, record.reason ?? ''] as const)
      : (['undecided', UNDECIDED, ''] as const);
  return { review: record, outcome, stage: 'review', reason, detail };
}
