import * as z from 'zod';
import { countsByReason } from '../frozen-parts.js';
import type { ToolDocument } from '../tool.js';

export { decidesOnIntents, JUDGE_INTENTS_STAGE, REVIEW_INTENTS_STAGE } from './stages.js';

/** Why a dialogue is dropped that calls for an intent which is not fit for tools (MTU-Bench, appendix B: 26 %); the flag of intents that a model takes for one. */
export const UNSUITABLE_INTENT = 'unsuitable intent';

export const intentJudgingSchema = z.strictObject({
  /** Independent answers to one request before nothing usable was said of an intent. */
  samples: z.int().positive(),
  /** Whether a model is shown what is wrong with its answer before a fresh one is asked for. */
  repair: z.boolean(),
});

/** What a model says of an intent. */
export const intentVerdictSchema = z.strictObject({
  suitable: z.boolean(),
  /** One sentence. */
  reason: z.string(),
});
export type IntentVerdict = z.infer<typeof intentVerdictSchema>;

/** What reviewers judge: an intent by its document, before clustering. */
export interface IntentItem {
  readonly itemId: string;
  /** The tool's id before clustering. */
  readonly recordId: string;
  readonly document: ToolDocument;
  /** What a model proposes; absent where none was asked, or nothing usable was said. */
  readonly proposal?: IntentVerdict;
}

/** What became of the intents of a run; intents = kept + unsuitable. */
export const intentCountsSchema = z.strictObject({
  intents: z.int(),
  kept: z.int(),
  /** By who said so: `list`, `model`, `people`. */
  unsuitable: countsByReason,
  /** Where a model was asked. Of which nothing usable was said: they stay where nobody else decides. */
  judged: z
    .strictObject({ suitable: z.int(), unsuitable: z.int(), setAside: countsByReason })
    .exactOptional(),
});
export type IntentCounts = z.infer<typeof intentCountsSchema>;
