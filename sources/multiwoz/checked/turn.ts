import type { WozExchange } from '../exchange.js';

/** A turn with the state before it, and the exchanges from it on. */
export interface Turn {
  readonly exchange: WozExchange;
  readonly before: WozExchange['states'];
  readonly rest: readonly WozExchange[];
}
