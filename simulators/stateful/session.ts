import type { NamedCall } from '../../core/tool-call.js';
import type { Observation } from '../../core/t-eval/annotation.js';
import type { ToolCallRequest, ToolSession } from '../executor.js';
import { simulatorOf } from './registry.js';
import type { StatefulSimulator } from './simulator.js';

/** Answers calls from the state produced by the dialogue's earlier calls. */
export class StatefulSession implements ToolSession {
  call({ name, args, past }: ToolCallRequest): Promise<Observation> {
    return Promise.resolve().then(() => observe({ name, args }, past));
  }

  known(): void {
    // Nothing is kept here.
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** @param past the dialogue's earlier calls; those with an injected or simulated error changed nothing */
function observe(
  call: NamedCall,
  past: readonly (NamedCall & { readonly observation: Observation })[],
): Observation {
  const [tool, simulator] = simulatorFor(call);
  const own = ({ name }: NamedCall): string | undefined =>
    name.startsWith(`${tool}.`) ? name.slice(tool.length + 1) : undefined;
  let { empty: state } = simulator;
  for (const earlier of past) {
    const name = own(earlier);
    if (name === undefined || earlier.observation.by !== 'stateful simulator') continue;
    ({ state } = simulator.reduce(state, { name, args: earlier.args }));
  }
  const { response, kind } = simulator.reduce(state, { name: own(call) ?? '', args: call.args });
  return { response, kind, by: 'stateful simulator' };
}

function simulatorFor({ name }: NamedCall): [string, StatefulSimulator] {
  const [tool = '', api = ''] = name.split('.');
  const simulator = simulatorOf({ name: tool, apis: [{ name: api }] });
  if (simulator === undefined) throw new Error(`no built-in simulator for ${name}`);
  return [tool, simulator];
}
