import * as z from 'zod';
import type { UsualLengths } from '../review/written-query.js';
import { pathSchema } from './library.js';

/** Who made a query. */
export const MADE_BY = ['person', 'model'] as const;

/** Usual lengths of queries: 373 of the 382 published ones lie between. */
export const QUERY_LENGTHS: UsualLengths = { en: { least: 30, most: 260 } };

/** What people see and decide on before a trajectory is made: a query for the tools of a subcategory. */
export const queryItemSchema = z.strictObject({
  scenario: z.string().min(1),
  path: pathSchema,
  query: z.string(),
  /** `model`: a draft. */
  by: z.enum(MADE_BY),
});
export type ToolEyesQueryItem = z.infer<typeof queryItemSchema>;

/** A query that was read, as a run keeps it. */
export const readQuerySchema = z.strictObject({
  /** `queries:3`. */
  recordId: z.string(),
  scenario: z.string().min(1),
  path: pathSchema,
  query: z.string().min(1),
  author: z.string(),
});
export type ReadQuery = z.infer<typeof readQuerySchema>;
