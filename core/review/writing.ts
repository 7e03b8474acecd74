import * as z from 'zod';
import { byText } from '../ids.js';
import { policyOf, reviewSchema, type Review } from './policy.js';
import type { ReviewRecord } from './review-record.js';

/** The number of texts that reviewers write per topic, and the review policy. */
export const writingSchema = z.strictObject({
  wanted: z.array(z.strictObject({ topic: z.string().min(1), count: z.int().positive() })).min(1),
  review: reviewSchema,
});
export type Writing = z.infer<typeof writingSchema>;

/** Whether reviewers write content under this policy: its first round has the action `write`. */
export const isWriting = (review: Review): boolean => policyOf(review).rounds[0]?.action === 'write';

/** The author of an item that began empty: the reviewer of its first edit. Later edits are corrections. */
export const writerOf = ({ rounds }: ReviewRecord): string | undefined =>
  rounds
    .flatMap(({ decisions, adjudication }) => [...decisions, ...(adjudication ? [adjudication] : [])])
    .find(({ edited }) => edited !== undefined)?.by;

/** Number of items per author, ordered by name. @param records of accepted items */
export function countWriters(records: Iterable<ReviewRecord>): Record<string, number> {
  const counts = new Map<string, number>();
  for (const record of records) {
    const name = writerOf(record);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].sort(([a], [b]) => byText(a, b)));
}
