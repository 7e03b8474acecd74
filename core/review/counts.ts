import * as z from 'zod';
import { countsByReason } from '../frozen-parts.js';

/** What people decided on the items of a run that go into files; items = accepted + rejected + undecided. */
export const reviewCountsSchema = z.strictObject({
  items: z.int(),
  accepted: z.int(),
  /** Of those accepted, how many not as they were generated. */
  edited: z.int(),
  rejected: countsByReason,
  /** Left out of a partial export. */
  undecided: z.int(),
  /** Items that had a place in a file and, rejected or undecided, are in none. */
  leftOut: z.int(),
  /** Items of a cell's reserve that took the place of others. */
  promoted: z.int(),
  /** Decisions by reviewer's name, with those that were taken over. */
  reviewers: z.record(z.string(), z.int()),
  /** Items that nobody looked at: no round takes them. */
  unreviewed: z.int(),
  /** Items whose decision was taken over, by the run or export that it comes from. */
  carried: z.record(z.string(), z.int()),
  /** SHA-256 of every item's outcome with its decisions: another one, another review. */
  sha256: z.string(),
  /** Written while items were undecided. */
  partial: z.literal(true).optional(),
});
export type ReviewCounts = z.infer<typeof reviewCountsSchema>;
