import type { Provider, ProviderKind } from '../../core/model-call.js';
import type { CountTokens } from '../cost/tokens.js';
import type { Ledger } from '../ledger/ledger.js';
import type { Limiters } from '../limits/limiters.js';

/** All that a worker asks models with; made once a worker. */
export interface ModelAccess {
  readonly provider: (kind: ProviderKind) => Provider;
  readonly ledger: Ledger;
  readonly limiters: Limiters;
  /** For what a call will take of the limits a minute. */
  readonly count: CountTokens;
}

/** The name under which the limits of a provider's model are shared. */
export const scopeOf = (kind: ProviderKind, model: string): string => `${kind}/${model}`;
