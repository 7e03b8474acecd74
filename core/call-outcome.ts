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

/** Why there is no answer. The last three are failures of the provider that lasted longer than an outage may. */
const REJECTIONS = [
  ...(['rejected', 'filtered', 'unknown outcome'] as const),
  ...OWN_FAULTS,
  ...(['rate limited', 'overloaded', 'nothing listens'] as const),
] as const;

/**
 * The final outcome of a sample's call, which is never sent again (DESIGN.md, "Ledger key"). `answered`: usable;
 * `invalid`: violates the schema or rules; `refused`: by the model; `rejected`: the provider rejected (a 400) or
 * filtered the request, or each attempt failed while other calls were answered, or a tool call that must not be sent
 * twice was in flight when its worker died (`unknown outcome`).
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
