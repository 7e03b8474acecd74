import type { NamedCall } from '../../core/tool-call.js';
import type { Observation } from '../../core/observation.js';
import type { ToolCallRequest, ToolSession } from '../executor.js';
import { simulatorOf } from './registry.js';
import type { StatefulSimulator } from './simulator.js';

/** Answers calls from the state produced by the dialogue's earlier calls. */
export class StatefulSession implements ToolSession {
  call({ name, args, past }: ToolCallRequest): Promise<Observation> {
    return Promise.resolve().then(() => observe({ name, args }, past));
  }

  known(): void {
    // This session stores nothing.
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** @param past the dialogue's earlier calls; those with an injected or simulated error had no effect */
function observe(
  call: NamedCall,
  past: readonly (NamedCall & { readonly observation: Observation })[],
): Observation {
  const simulator = simulatorFor(call);
  if (simulator === undefined) throw new Error(`no built-in simulator for ${call.name}`);
  let state = simulator.start();
  for (const earlier of past) {
    if (earlier.observation.by !== 'stateful simulator' || simulatorFor(earlier) !== simulator) continue;
    ({ state } = simulator.reduce(state, ownCall(earlier)));
  }
  const { response, kind } = simulator.reduce(state, ownCall(call));
  return { response, kind, by: 'stateful simulator' };
}

const partsOf = ({ name }: NamedCall): [string, string] => {
  const [tool = '', ...api] = name.split('.');
  return [tool, api.join('.')];
};

const ownCall = (call: NamedCall): NamedCall => ({ name: partsOf(call)[1], args: call.args });

function simulatorFor(call: NamedCall): StatefulSimulator | undefined {
  const [tool, api] = partsOf(call);
  return simulatorOf({ name: tool, apis: [{ name: api }] });
}
