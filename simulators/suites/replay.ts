import { sameValue, valueKey } from '../../core/canonical.js';
import type { ToolTalkCall } from '../../core/tooltalk/conversation.js';
import { execute, type Executed, type ToolIndex } from './execute.js';
import type { SimulatorState } from './state.js';

/** A recorded call and what it returns now. */
export interface Replayed extends Executed {
  readonly recorded: ToolTalkCall;
  /** Whether response and exception are the recorded ones, with numbers by value. */
  readonly same: boolean;
}

/** Equal for results that are equal with numbers by value. */
export const resultKey = ({ response, exception }: Pick<ToolTalkCall, 'response' | 'exception'>): string =>
  valueKey([response, exception]);

/** Executes recorded calls in order. Tokens of recorded requests are replaced by the session's. */
export function replay(
  tools: ToolIndex,
  start: SimulatorState,
  calls: readonly ToolTalkCall[],
): readonly Replayed[] {
  let state = start;
  return calls.map((recorded) => {
    const executed = execute(tools, state, recorded.request);
    state = executed.state;
    const same = executed.exception === recorded.exception && sameValue(executed.response, recorded.response);
    return { ...executed, recorded, same };
  });
}
