import * as z from 'zod';
import { reviewRecordSchema } from '../review/review-record.js';
import type { AnnotatedQuery, Language } from './query.js';

/** What reviewers judge of a query before it is annotated: its words, with the documents that it is to be solved by. */
export interface QueryItem {
  readonly itemId: string;
  readonly recordId: string;
  /** Names of the tools of its set. */
  readonly tools: readonly string[];
  readonly language: Language;
  /** Who asks it. */
  readonly role: string;
  readonly query: string;
  /** As it was generated, before the refiner. */
  readonly generated: string;
  /** In the order in which they are offered. */
  readonly apis: AnnotatedQuery['apis'];
}

/** What people made of a query before it was annotated. */
export const queryReviewSchema = z.strictObject({
  /** Of what they were shown first. */
  version: z.string(),
  /** Without the item itself: its words are below. */
  told: reviewRecordSchema,
  /** The words as they were edited. */
  query: z.string().optional(),
});
export type QueryReview = z.infer<typeof queryReviewSchema>;

/** What people decided on the queries of a run, as it goes on by it: `NAME.queries`, settled. */
export const reviewedQueriesSchema = z.strictObject({
  /** In the order of item ids. */
  lines: z.array(z.strictObject({ itemId: z.string(), review: queryReviewSchema })),
  /** What those were told who decided. */
  guideline: z.string().optional(),
});
export type ReviewedQueries = z.infer<typeof reviewedQueriesSchema>;
