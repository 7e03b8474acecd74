import type { JsonValue } from './canonical.js';
import type { NamedCall } from './tool-call.js';

/** How an observation was made. */
export const OBSERVED_BY = ['openapi', 'mcp', 'stateful simulator', 'simulator', 'rule'] as const;
export type ObservedBy = (typeof OBSERVED_BY)[number];

/** The response to a call. */
export interface Observation {
  readonly response: JsonValue;
  readonly by: ObservedBy;
  /** The response's kind (T-Eval, appendix C.6), if known; never for real tools. */
  readonly kind?: 'A' | 'B' | 'C' | 'D' | 'E';
  /** Status of an HTTP response. */
  readonly status?: number;
}

/** An earlier call of the same dialogue, with its response. */
export interface PastCall extends NamedCall {
  readonly observation: Observation;
}
