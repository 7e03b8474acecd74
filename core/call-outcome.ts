import * as z from 'zod';
import {
  OWN_FAULTS,
  keptAnswerSchema,
  type ChatAnswer,
  type ChatRequest,
  type EmbeddingAnswer,
  type KeptAnswer,
  type LedgerRequest,
  type ObservationAnswer,
  type ObservationRequest,
} from './model-call.js';

/** The answer that a request gets. */
export type AnswerTo<R extends LedgerRequest> = R extends ChatRequest
  ? ChatAnswer
  : R extends ObservationRequest
    ? ObservationAnswer
    : EmbeddingAnswer;

const answer = keptAnswerSchema;

/** Why there is no answer. The last three are the provider's faults, where a call met them for longer than an outage lasts. */
const REJECTIONS = [
  ...(['rejected', 'filtered', 'unknown outcome'] as const),
  ...OWN_FAULTS,
  ...(['rate limited', 'overloaded', 'nothing listens'] as const),
] as const;

/**
 * How a call ended for good: final for its sample, never asked again (DESIGN.md, "Ledger key"). `answered`: usable;
 * `invalid`: answered, but not as schema and rules want it; `refused`: the model would not; `rejected`: the provider
 * would not take the request (a 400), or filtered it; it failed on every sending while others were answered; a tool's
 * call was in flight when its worker died, and is not to be sent twice (`unknown outcome`).
 */
export const callOutcomeSchema = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('answered'), answer }),
  z.strictObject({ outcome: z.literal('invalid'), answer, problem: z.string() }),
  z.strictObject({ outcome: z.literal('refused'), answer }),
  z.strictObject({
    outcome: z.literal('rejected'),
    kind: z.enum(REJECTIONS),
    status: z.int().optional(),
    message: z.string(),
  }),
]);

export type CallOutcome<A extends KeptAnswer = KeptAnswer> =
  | { readonly outcome: 'answered'; readonly answer: A }
  | { readonly outcome: 'invalid'; readonly answer: A; readonly problem: string }
  | { readonly outcome: 'refused'; readonly answer: A }
  | {
      readonly outcome: 'rejected';
      readonly kind: (typeof REJECTIONS)[number];
      readonly status?: number | undefined;
      readonly message: string;
    };
