import * as z from 'zod';
import {
  modelAnswerSchema,
  type ChatAnswer,
  type ChatRequest,
  type EmbeddingAnswer,
  type ModelAnswer,
  type ModelRequest,
} from './model-call.js';

/** The answer that a request gets. */
export type AnswerTo<R extends ModelRequest> = R extends ChatRequest ? ChatAnswer : EmbeddingAnswer;

const answer = modelAnswerSchema;

/**
 * How a call ended for good: final for its sample, never asked again (DESIGN.md, "Ledger key"). `answered`: usable;
 * `invalid`: answered, but not as schema and rules want it; `refused`: the model would not; `rejected`: the provider
 * would not take the request (a 400), or filtered it.
 */
export const callOutcomeSchema = z.discriminatedUnion('outcome', [
  z.strictObject({ outcome: z.literal('answered'), answer }),
  z.strictObject({ outcome: z.literal('invalid'), answer, problem: z.string() }),
  z.strictObject({ outcome: z.literal('refused'), answer }),
  z.strictObject({
    outcome: z.literal('rejected'),
    kind: z.enum(['rejected', 'filtered']),
    status: z.int().optional(),
    message: z.string(),
  }),
]);

export type CallOutcome<A extends ModelAnswer = ModelAnswer> =
  | { readonly outcome: 'answered'; readonly answer: A }
  | { readonly outcome: 'invalid'; readonly answer: A; readonly problem: string }
  | { readonly outcome: 'refused'; readonly answer: A }
  | {
      readonly outcome: 'rejected';
      readonly kind: 'rejected' | 'filtered';
      readonly status?: number | undefined;
      readonly message: string;
    };
