import * as z from 'zod';
import { reviewRecordSchema } from '../review/review-record.js';
import { toolLibrarySchema } from '../tool-library.js';
import { recordOf } from '../own-record.js';

/** What became of a document that lacked something: a line of `data/documents.jsonl`. */
export const documentLineSchema = z.strictObject({
  itemId: z.string(),
  /** Full name. */
  api: z.string(),
  outcome: z.enum(['completed', 'as given']),
  /** What was put into it, and whether in a model's words or a person's: `parameter city: type` and the like. */
  parts: recordOf(z.enum(['model', 'person'])),
  itemVersion: z.string().optional(),
  /** Where it came to its end, and why, where it is as it was given. */
  stage: z.string().optional(),
  reason: z.string().optional(),
  detail: z.string().optional(),
  /** The ledger's keys of the calls that it was completed by. */
  keys: z.array(z.string()),
  review: reviewRecordSchema.optional(),
});
export type DocumentLine = z.infer<typeof documentLineSchema>;

/** A run's tools with what was put into poor documents: what queries, prompts, checks and exports have of them. */
export const completedToolsSchema = z.strictObject({
  tools: toolLibrarySchema.shape.tools,
  /** In the order of item ids. */
  lines: z.array(documentLineSchema),
  /** What those were told who decided. */
  guideline: z.string().optional(),
});
export type CompletedTools = z.infer<typeof completedToolsSchema>;
