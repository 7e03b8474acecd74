import type { JsonValue } from '../../core/canonical.js';
import type { NamedCall } from '../../core/tool-call.js';
import type { Observation } from '../../core/observation.js';

/** The result of a simulated call. */
export interface Reduced<State> {
  readonly state: State;
  readonly response: JsonValue;
  /** Its kind (T-Eval, appendix C.6), which a simulator knows. */
  readonly kind: NonNullable<Observation['kind']>;
}

/**
 * Built-in stateful tools: a pure function of state and call. The state is computed from the dialogue's earlier
 * calls, so it needs neither session nor ledger.
 */
export interface StatefulSimulator<State = unknown> {
  /** Tool -> its APIs; all tools of one simulator share their state. */
  readonly tools: ReadonlyMap<string, readonly string[]>;
  readonly start: () => State;
  /** @param call `name` is the API's own name */
  reduce(state: State, call: NamedCall): Reduced<State>;
}
