import * as z from 'zod';
import type { ModelToolCall } from './model-tool-call.js';
import type { SeededRandom } from './random.js';

/** A share of calls. */
const share = z.number().min(0).max(1);

/** How often a rehearsed call takes which branch, and how long it takes. */
export const rehearsalSettingsSchema = z
  .strictObject({
    /** Answers with a schema that are cut off, no JSON, or of another form: a repair turn follows. */
    invalid: share.default(0.02),
    /** The model will not: the item is quarantined. */
    refused: share.default(0.005),
    /** The provider's content filter keeps the answer back: the item is quarantined. */
    filtered: share.default(0.005),
    /** A 429 first; sent again, the call goes on. */
    rateLimited: share.default(0.01),
    /** A lost connection first; sent again, the call goes on. */
    lost: share.default(0.005),
    /** Of each call. */
    latencyMs: z.number().nonnegative().max(600_000).default(0),
  })
  .refine(
    ({ invalid, refused, filtered }) => invalid + refused + filtered <= 1,
    'invalid, refused and filtered are parts of all calls: together at most 1',
  )
  .refine(
    ({ rateLimited, lost }) => rateLimited + lost <= 1,
    'rateLimited and lost are parts of all calls: together at most 1',
  );
export type RehearsalSettings = z.infer<typeof rehearsalSettingsSchema>;

/** What a rehearsed call answers: made of what its caller knows, and of the draw alone. */
export type StandIn = (
  draw: SeededRandom,
) => string | { readonly text: string; readonly toolCalls?: readonly ModelToolCall[] };

/** What a provider of rehearsals is told besides the request. */
export interface RehearsedCall {
  /** Names request and sample: what is drawn follows from it. */
  readonly key: string;
  readonly standIn?: StandIn | undefined;
}
