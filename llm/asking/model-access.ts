import type { Provider, ProviderKind } from '../../core/model-call.js';
import type { Price } from '../../core/price.js';
import type { StageLengths } from '../cost/stage-lengths.js';
import type { CountTokens } from '../cost/tokens.js';
import type { Answering } from '../ledger/ledger.js';
import type { Gate } from '../limits/gate.js';
import type { Limiters } from '../limits/limiters.js';

/** All that a worker asks models with; made once a worker. */
export interface ModelAccess {
  readonly provider: (kind: ProviderKind) => Provider;
  readonly ledger: Answering;
  readonly limiters: Limiters;
  /** Calls that may be on the wire at once to a provider's model. @param scope as of `scopeOf` */
  readonly inFlight: (scope: string) => number;
  /** For what a call will take of the limits a minute, and of its run's budget. */
  readonly count: CountTokens;
  /** By the model's name; undefined where nobody has named one. */
  readonly priceOf: (model: string) => Price | undefined;
  readonly lengths: StageLengths;
  /**
   * Looked at before anything of a run is sent.
   * @throws MODEL_MISCONFIGURED, CONFIG_INVALID when the run will need what this process does not have
   */
  readonly ready?: (runId: string) => Promise<void>;
  /** Closed for an execution whose budget lets no further call be made. */
  readonly budgetGate: Gate;
}

/** The name under which the limits of a provider's model are shared. */
export const scopeOf = (kind: ProviderKind, model: string): string => `${kind}/${model}`;
