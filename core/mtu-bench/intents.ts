import * as z from 'zod';
import { countsByReason } from '../frozen-parts.js';
import type { ToolDocument } from '../tool.js';

export { decidesOnIntents, JUDGE_INTENTS_STAGE, REVIEW_INTENTS_STAGE } from './stages.js';

/**
 * Reason of dialogues with an intent that is unsuitable as a tool (MTU-Bench, appendix B: 26 %), and flag of intents
 * that a model considers unsuitable.
 */
export const UNSUITABLE_INTENT = 'unsuitable intent';

export const intentJudgingSchema = z.strictObject({
  /** Maximum attempts per request before an intent has no usable verdict. */
  samples: z.int().positive(),
  /** Whether an unusable answer gets a repair turn before the next attempt. */
  repair: z.boolean(),
});

/** A model's verdict on an intent. */
export const intentVerdictSchema = z.strictObject({
  suitable: z.boolean(),
  /** One sentence. */
  reason: z.string(),
});
export type IntentVerdict = z.infer<typeof intentVerdictSchema>;

/** The item that reviewers judge: an intent with its document, before clustering. */
export interface IntentItem {
  readonly itemId: string;
  /** The tool's id before clustering. */
  readonly recordId: string;
  readonly document: ToolDocument;
  /** The model's verdict; absent if no model was asked, or without a usable answer. */
  readonly proposal?: IntentVerdict;
}

/** Counts of a run's intents; intents = kept + unsuitable. */
export const intentCountsSchema = z.strictObject({
  intents: z.int(),
  kept: z.int(),
  /** By who decided: `list`, `model`, `people`. */
  unsuitable: countsByReason,
  /** Present if a model was asked. Intents without a usable verdict are kept unless another decision drops them. */
  judged: z
    .strictObject({ suitable: z.int(), unsuitable: z.int(), setAside: countsByReason })
    .exactOptional(),
});
export type IntentCounts = z.infer<typeof intentCountsSchema>;
