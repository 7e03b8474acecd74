import { keyedCall } from '../../core/ledger-key.js';
import type { ChatRequest } from '../../core/model-call.js';

/** First attempt to use for each request retried by `retry --failed`, by request digest. */
export type Retries = ReadonlyMap<string, number>;

/** The attempts that a request may use. */
export interface Attempts {
  readonly first: number;
  /** Samples drawn before the item fails. */
  readonly samples: number;
  /** Whether `retry --failed` retries the request: then exactly one attempt is made, without a repair turn. */
  readonly retried: boolean;
}

/** The first attempt of a request and how many follow; exactly one if the request is retried after a failure. */
export function plannedAttempts(request: ChatRequest, samples: number, retries: Retries): Attempts {
  const retried = retries.size === 0 ? undefined : retries.get(digestOfRequest(request));
  return retried === undefined
    ? { first: 0, samples, retried: false }
    : { first: retried, samples: 1, retried: true };
}

/** Identifies a request independently of the attempt. */
export const digestOfRequest = (request: ChatRequest): string =>
  keyedCall(request, { epoch: 0, attempt: 0 }).requestDigest;
