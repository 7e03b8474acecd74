import type { JsonValue } from './canonical.js';
import type { NamedCall } from './tool-call.js';

/** How an observation came about. */
export const OBSERVED_BY = ['openapi', 'mcp', 'stateful simulator', 'simulator', 'rule'] as const;
export type ObservedBy = (typeof OBSERVED_BY)[number];

/** What came back of a call. */
export interface Observation {
  readonly response: JsonValue;
  readonly by: ObservedBy;
  /** The response's kind (T-Eval, appendix C.6) where whoever made it knows; a real tool's is not known. */
  readonly kind?: 'A' | 'B' | 'C' | 'D' | 'E';
  /** Of an HTTP response. */
  readonly status?: number;
}

/** A call that came before in the same dialogue, with what came back. */
export interface PastCall extends NamedCall {
  readonly observation: Observation;
}
