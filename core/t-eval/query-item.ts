import * as z from 'zod';
import { reviewRecordSchema } from '../review/review-record.js';
import type { AnnotatedQuery, Language } from './query.js';

/** The item that reviewers judge before annotation: the text of a query, with the documents for its solution. */
export interface QueryItem {
  readonly itemId: string;
  readonly recordId: string;
  /** Names of the tools of its set. */
  readonly tools: readonly string[];
  readonly language: Language;
  /** The role of the case, who asks the query. */
  readonly role: string;
  readonly query: string;
  /** The query as generated, before the refiner. */
  readonly generated: string;
  /** APIs in the offered order. */
  readonly apis: AnnotatedQuery['apis'];
}

/** Review of a query before annotation. */
export const queryReviewSchema = z.strictObject({
  /** Version of the query as first shown. */
  version: z.string(),
  /** The review record without the item; its text is `query`. */
  told: reviewRecordSchema,
  /** The edited text. */
  query: z.string().optional(),
});
export type QueryReview = z.infer<typeof queryReviewSchema>;

/** Decisions on a run's queries with which it continues: the complete review of `NAME.queries`. */
export const reviewedQueriesSchema = z.strictObject({
  /** In the order of item ids. */
  lines: z.array(z.strictObject({ itemId: z.string(), review: queryReviewSchema })),
  /** The guideline of the reviewers. */
  guideline: z.string().optional(),
});
export type ReviewedQueries = z.infer<typeof reviewedQueriesSchema>;
