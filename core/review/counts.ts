import * as z from 'zod';
import { countsByReason } from '../frozen-parts.js';
import { recordOf } from '../own-record.js';

/** Review results of a run’s exported items; items = accepted + rejected + undecided. */
export const reviewCountsSchema = z.strictObject({
  items: z.int(),
  accepted: z.int(),
  /** Accepted items that a reviewer edited. */
  edited: z.int(),
  rejected: countsByReason,
  /** Excluded from a partial export. */
  undecided: z.int(),
  /** Items removed from the export because they are rejected or undecided. */
  leftOut: z.int(),
  /** Replacements promoted from the cells’ replacement pools. */
  promoted: z.int(),
  /** Decisions per reviewer, reused ones included. */
  reviewers: recordOf(z.int()),
  /** Items that no round selects. */
  unreviewed: z.int(),
  /** Items with a reused decision, per run or export it comes from. */
  carried: recordOf(z.int()),
  /** SHA-256 over all outcomes and their decisions; identifies the state of the review. */
  sha256: z.string(),
  /** Items decided on only by the product, and the reviewer names it used; absent if there are none. */
  automatic: z.strictObject({ items: z.int(), reviewers: z.array(z.string()) }).optional(),
  /** Set if the export was written with undecided items. */
  partial: z.literal(true).optional(),
});
export type ReviewCounts = z.infer<typeof reviewCountsSchema>;
