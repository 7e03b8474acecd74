import * as z from 'zod';
import { reviewRecordSchema } from '../review/review-record.js';
import { toolLibrarySchema } from '../tool-library.js';
import { recordOf } from '../own-record.js';

/** The outcome of a poor document: a line of `data/documents.jsonl`. */
export const documentLineSchema = z.strictObject({
  itemId: z.string(),
  /** Full name. */
  api: z.string(),
  outcome: z.enum(['completed', 'as given']),
  /** Completed parts, such as `parameter city: type`, with the author of each. */
  parts: recordOf(z.enum(['model', 'person'])),
  itemVersion: z.string().optional(),
  /** The stage that left it unchanged, and why. */
  stage: z.string().optional(),
  reason: z.string().optional(),
  detail: z.string().optional(),
  /** Ledger keys of the calls that completed it. */
  keys: z.array(z.string()),
  review: reviewRecordSchema.optional(),
});
export type DocumentLine = z.infer<typeof documentLineSchema>;

/** A run's tools with completed documents, as used by queries, prompts, checks and exports. */
export const completedToolsSchema = z.strictObject({
  tools: toolLibrarySchema.shape.tools,
  /** In the order of item ids. */
  lines: z.array(documentLineSchema),
  /** The guideline of the reviewers. */
  guideline: z.string().optional(),
});
export type CompletedTools = z.infer<typeof completedToolsSchema>;
