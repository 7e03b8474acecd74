import * as z from 'zod';
import type { UsualLengths } from '../review/written-query.js';
import { pathSchema } from './library.js';

/** Origin of a query. */
export const MADE_BY = ['person', 'model'] as const;

/** Usual lengths of queries; 373 of the 382 published ones are in this range. */
export const QUERY_LENGTHS: UsualLengths = { en: { least: 30, most: 260 } };

/** The item that reviewers decide on before a trajectory is made: a query for the tools of a subcategory. */
export const queryItemSchema = z.strictObject({
  scenario: z.string().min(1),
  path: pathSchema,
  query: z.string(),
  /** `model`: a draft. */
  by: z.enum(MADE_BY),
});
export type ToolEyesQueryItem = z.infer<typeof queryItemSchema>;

/** A read query, as stored in a run. */
export const readQuerySchema = z.strictObject({
  /** `queries:3`. */
  recordId: z.string(),
  scenario: z.string().min(1),
  path: pathSchema,
  query: z.string().min(1),
  author: z.string(),
});
export type ReadQuery = z.infer<typeof readQuerySchema>;
