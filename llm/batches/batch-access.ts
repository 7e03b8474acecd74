import type { CallUse } from '../../store/ledger/call-state.js';
import type { ModelAnswer, ModelRequest, ProviderKind, Sample } from '../../core/model-call.js';
import type { Price } from '../../core/price.js';
import type { CountTokens } from '../cost/tokens.js';
import type { Batch } from '../../store/batches/batches.js';
import type { Store } from '../../store/store.js';
import type { ModelAccess } from '../asking/model-access.js';
import type { BatchProvider } from '../providers/batches.js';

/** Limits and delays for batches. */
export interface BatchSettings {
  /** Fewer calls of one model are sent individually. */
  readonly fewest: number;
  /** Most calls per batch, which bounds the loss with one batch. Provider limits may split it further. */
  readonly most: number;
  /**
   * How long after an uncertain submission the batch may still appear in the provider's list, in milliseconds. Only
   * then is it resubmitted.
   */
  readonly graceMs: number;
  /** Results committed in one write. */
  readonly settled: number;
}

/** Production values; tests use smaller ones. */
export const BATCH_SETTINGS: BatchSettings = { fewest: 20, most: 10_000, graceMs: 60_000, settled: 200 };

/** What a worker needs to run batches. */
export interface BatchAccess {
  readonly store: Store;
  /** The worker's session id; its row is renewed while the worker runs. */
  readonly workerSession: string;
  /** Undefined if this provider kind has no batches. @throws MODEL_MISCONFIGURED if a required key is missing */
  readonly provider: (kind: ProviderKind) => BatchProvider | undefined;
  /**
   * For plain calls: the first one of a form that the server has not answered yet is sent alone, and what the ledger
   * has already is not sent at all. @default none, so batches are sent at once
   */
  readonly models?: () => Promise<ModelAccess>;
  /** See `ModelAccess`. */
  readonly ready?: (runId: string) => Promise<void>;
  readonly settings: BatchSettings;
  /** Price by model name; undefined if none is configured. */
  readonly priceOf?: (model: string) => Price | undefined;
  /** Counts tokens for budget reserves. @default OpenAI's encoding since GPT-4o */
  readonly count?: CountTokens;
}

/** A call that a stage will make, known before it runs: first calls only, no repairs. */
export interface StageCall {
  readonly request: ModelRequest;
  readonly sample: Sample;
  readonly use: CallUse;
  /** What is wrong with an answer, or undefined; as in `callModel`. */
  usable(answer: ModelAnswer): string | undefined;
}

/** The calls of a stage, in the same order each time. */
export type CallsOf = (runId: string, stage: string) => AsyncIterable<StageCall>;

/** The next step of a batch and the earliest time for it. */
export interface BatchNextStep {
  readonly next: 'submit' | 'poll' | 'settle' | 'nothing';
  /** Milliseconds; undefined: any time. */
  readonly afterMs?: number;
  /** Set if the provider could not be reached this time. The caller counts consecutive faults. */
  readonly fault?: string;
}

/** The step that follows from a batch's status. */
export const nextOf = ({ status }: Pick<Batch, 'status'>): BatchNextStep['next'] =>
  status === 'intended'
    ? 'submit'
    : status === 'submitted'
      ? 'poll'
      : status === 'settled'
        ? 'nothing'
        : 'settle';

/** The provider of a batch. @throws if it no longer supports batches */
export function providerOf({ provider }: BatchAccess, batch: Pick<Batch, 'provider'>): BatchProvider {
  const found = provider(batch.provider as ProviderKind);
  if (found === undefined) throw new Error(`${batch.provider} has no batches`);
  return found;
}
