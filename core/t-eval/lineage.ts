import * as z from 'zod';
import { reviewRecordSchema } from '../review/review-record.js';
import { queryReviewSchema } from './query-item.js';
import { recordOf } from '../own-record.js';

/** Why a query is dropped that the refiner gave up. */
export const GIVEN_UP = 'given up by the refiner';

/** What became of a query that was asked for: a line of `data/lineage.jsonl`. */
export const queryLineageSchema = z.strictObject({
  itemId: z.string(),
  recordId: z.string(),
  tools: z.array(z.string()),
  outcome: z.enum(['accepted', 'set aside', 'dropped', 'undecided']),
  /** Its name in the data files. */
  query: z.string().optional(),
  itemVersion: z.string().optional(),
  /** Where it came to its end, and why, where it is in no file. */
  stage: z.string().optional(),
  reason: z.string().optional(),
  detail: z.string().optional(),
  flags: z.array(z.string()).optional(),
  /** Values that the query states and that may not exist: why it is flagged. */
  unknown: z.array(z.string()).optional(),
  /** The dialogue's session with real tools, where it was begun anew. */
  session: z.int().optional(),
  /** The ledger's keys of the calls that made it, by stage. */
  keys: recordOf(z.array(z.string())),
  /** What people made of it before it was annotated. */
  queryReview: queryReviewSchema.optional(),
  review: reviewRecordSchema.optional(),
});
export type QueryLineage = z.infer<typeof queryLineageSchema>;
