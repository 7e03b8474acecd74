import type { JsonValue } from '../../core/canonical.js';
import type { NamedCall } from '../../core/tool-call.js';
import type { Observation } from '../../core/t-eval/annotation.js';

/** The result of a simulated call. */
export interface Reduced<State> {
  readonly state: State;
  readonly response: JsonValue;
  /** Its kind (T-Eval, appendix C.6), which a simulator knows. */
  readonly kind: NonNullable<Observation['kind']>;
}

/**
 * A built-in stateful tool: a pure function of state and call. The state is computed from the dialogue's earlier
 * calls, so it needs neither session nor ledger.
 */
export interface StatefulSimulator<State = unknown> {
  /** The tool's name, and the APIs it must have at most. */
  readonly tool: string;
  readonly apis: readonly string[];
  readonly empty: State;
  /** @param call `name` is the API's own name */
  reduce(state: State, call: NamedCall): Reduced<State>;
}
