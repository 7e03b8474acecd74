import type { CallUse } from '../../store/ledger/call-state.js';
import type { ModelAnswer, ModelRequest, ProviderKind, Sample } from '../../core/model-call.js';
import type { Price } from '../../core/price.js';
import type { CountTokens } from '../cost/tokens.js';
import type { Batch } from '../../store/batches/batches.js';
import type { Store } from '../../store/store.js';
import type { BatchProvider } from '../providers/batches.js';

/** How batches are made and tended. */
export interface BatchSettings {
  /** Fewer calls of one model are no batch: they are sent by themselves. */
  readonly fewest: number;
  /** Calls a batch at most; the provider's own limits split it further. What is lost with one batch is no more. */
  readonly most: number;
  /**
   * How long after an uncertain submission a batch may still turn up in the provider's list, in milliseconds: only then
   * is it submitted anew.
   */
  readonly graceMs: number;
  /** Results that are settled in one write job. */
  readonly settled: number;
}

/** What a product uses; tests have smaller ones. */
export const BATCH_SETTINGS: BatchSettings = { fewest: 20, most: 10_000, graceMs: 60_000, settled: 200 };

/** All that a worker tends batches with. */
export interface BatchAccess {
  readonly store: Store;
  /** The worker's, whose row is renewed as long as it works. */
  readonly incarnation: string;
  /** Undefined: this kind has no batches. @throws MODEL_MISCONFIGURED when there is no key where one is needed */
  readonly provider: (kind: ProviderKind) => BatchProvider | undefined;
  /** As for `ModelAccess`. */
  readonly ready?: (runId: string) => Promise<void>;
  readonly settings: BatchSettings;
  /** By the model's name; undefined where nobody has named one. */
  readonly priceOf?: (model: string) => Price | undefined;
  /** For what calls reserve of a budget. @default as OpenAI's models since GPT-4o count */
  readonly count?: CountTokens;
}

/** A call that a stage will make, as far as it is known before it runs: its first ones, no repairs. */
export interface StageCall {
  readonly request: ModelRequest;
  readonly sample: Sample;
  readonly use: CallUse;
  /** What is wrong with an answer, or undefined; as for `callModel`. */
  usable(answer: ModelAnswer): string | undefined;
}

/** The calls of a stage, the same whenever they are asked for. */
export type CallsOf = (runId: string, stage: string) => AsyncIterable<StageCall>;

/** What is to be done with a batch next, and when at the earliest. */
export interface BatchNextStep {
  readonly next: 'submit' | 'poll' | 'settle' | 'nothing';
  /** Milliseconds; left out: whenever it is convenient. */
  readonly afterMs?: number;
  /** The provider could not be asked this time. Whoever repeats the step counts how often in a row. */
  readonly fault?: string;
}

/** The step that a batch's status asks for. */
export const nextOf = ({ status }: Pick<Batch, 'status'>): BatchNextStep['next'] =>
  status === 'intended'
    ? 'submit'
    : status === 'submitted'
      ? 'poll'
      : status === 'settled'
        ? 'nothing'
        : 'settle';

/** The provider of a batch. @throws when it has no batches (any more) */
export function providerOf({ provider }: BatchAccess, batch: Pick<Batch, 'provider'>): BatchProvider {
  const found = provider(batch.provider as ProviderKind);
  if (found === undefined) throw new Error(`${batch.provider} has no batches`);
  return found;
}
