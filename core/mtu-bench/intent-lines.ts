import * as z from 'zod';
import { reviewRecordSchema } from '../review/review-record.js';

/** The export's list of intents, and what those were told who decided on them. */
export const INTENTS_FILE = 'data/intents.jsonl';
export const INTENTS_GUIDELINE_FILE = 'data/guideline-intents.md';

/** What people decided on an intent. */
export const intentReviewSchema = z.strictObject({
  /** Of the document that they were shown. */
  version: z.string(),
  told: reviewRecordSchema,
});
export type IntentReview = z.infer<typeof intentReviewSchema>;

/** What becomes of an intent. */
export const settledIntentSchema = z.strictObject({
  itemId: z.string(),
  /** The tool's id before clustering. */
  tool: z.string(),
  /** `unsuitable`: dialogues that call for it are dropped. */
  outcome: z.enum(['kept', 'unsuitable']),
  /** Who said so; absent where nobody did. */
  by: z.enum(['list', 'model', 'people']).exactOptional(),
  /** Why it is unsuitable. */
  reason: z.string().exactOptional(),
  review: intentReviewSchema.exactOptional(),
});
export type SettledIntent = z.infer<typeof settledIntentSchema>;

/** What becomes of the intents of a run, as it goes on by it: kept once. */
export const settledIntentsSchema = z.strictObject({
  /** In the order of the tools' ids. */
  lines: z.array(settledIntentSchema),
  /** What those were told who decided. */
  guideline: z.string().exactOptional(),
});
export type SettledIntents = z.infer<typeof settledIntentsSchema>;

/** A line of `data/intents.jsonl`: the same with what a model said. */
export const intentLineSchema = settledIntentSchema.extend({
  judged: z
    .strictObject({
      outcome: z.enum(['suitable', 'unsuitable', 'set aside']),
      reason: z.string(),
      detail: z.string().exactOptional(),
      /** The ledger's keys of its calls. */
      keys: z.array(z.string()),
      /** Requests that `retry --failed` took up, with the attempt that is asked first since. */
      retried: z.array(z.strictObject({ request: z.string(), attempt: z.int() })).exactOptional(),
      rehearsal: z.literal(true).exactOptional(),
    })
    .exactOptional(),
});
export type IntentLine = z.infer<typeof intentLineSchema>;
