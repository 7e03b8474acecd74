import { keyedCall } from '../../core/ledger-key.js';
import type { ChatRequest } from '../../core/model-call.js';

/** Attempts with which some requests are asked first, by the request's digest, since `retry --failed` was asked for. */
export type Retries = ReadonlyMap<string, number>;

/** Which answers to a request are asked for. */
export interface Attempts {
  readonly first: number;
  /** Independent answers before the item is set aside. */
  readonly samples: number;
  /** Whether `retry --failed` took the request up: then exactly one request is sent, without a repair turn. */
  readonly retried: boolean;
}

/** From which attempt on a request is asked, and how often: one answer alone where it is tried again after it failed. */
export function plannedAttempts(request: ChatRequest, samples: number, retries: Retries): Attempts {
  const retried = retries.size === 0 ? undefined : retries.get(digestOfRequest(request));
  return retried === undefined
    ? { first: 0, samples, retried: false }
    : { first: retried, samples: 1, retried: true };
}

/** Names a request, whatever the attempt. */
export const digestOfRequest = (request: ChatRequest): string =>
  keyedCall(request, { epoch: 0, attempt: 0 }).requestDigest;
