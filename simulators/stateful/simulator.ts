import type { JsonValue } from '../../core/canonical.js';
import type { NamedCall } from '../../core/tool-call.js';
import type { Observation } from '../../core/t-eval/annotation.js';

/** What a simulator makes of a call. */
export interface Reduced<State> {
  readonly state: State;
  readonly response: JsonValue;
  /** Its kind (T-Eval, appendix C.6): a simulator knows. */
  readonly kind: NonNullable<Observation['kind']>;
}

/**
 * A tool of ours with a memory that lasts for a dialogue: a pure function of state and call. It keeps nothing itself;
 * the state follows from the dialogue's earlier calls, so it needs no session and no ledger.
 */
export interface StatefulSimulator<State = unknown> {
  /** Its tool's name, and the APIs that a tool must have for it to stand in. */
  readonly tool: string;
  readonly apis: readonly string[];
  readonly empty: State;
  /** @param call of its tool; `name` is the API's own name */
  reduce(state: State, call: NamedCall): Reduced<State>;
}
