import * as z from 'zod';
import { reviewRecordSchema } from '../review/review-record.js';
import { queryReviewSchema } from './query-item.js';
import { recordOf } from '../own-record.js';

/** Reason of queries that the refiner gave up. */
export const GIVEN_UP = 'given up by the refiner';

/** The outcome of a requested query: a line of `data/lineage.jsonl`. */
export const queryLineageSchema = z.strictObject({
  itemId: z.string(),
  recordId: z.string(),
  tools: z.array(z.string()),
  outcome: z.enum(['accepted', 'set aside', 'dropped', 'undecided']),
  /** Its name in the data files. */
  query: z.string().optional(),
  itemVersion: z.string().optional(),
  /** If it is in no file: the stage that dropped or quarantined it, and why. */
  stage: z.string().optional(),
  reason: z.string().optional(),
  detail: z.string().optional(),
  flags: z.array(z.string()).optional(),
  /** Values in the query that may not exist, for which it is flagged. */
  unknown: z.array(z.string()).optional(),
  /** The dialogue's last session with real tools, if it needed more than one. */
  session: z.int().optional(),
  /** Ledger keys of the calls that produced it, by stage. */
  keys: recordOf(z.array(z.string())),
  /** Its review before annotation. */
  queryReview: queryReviewSchema.optional(),
  review: reviewRecordSchema.optional(),
});
export type QueryLineage = z.infer<typeof queryLineageSchema>;
