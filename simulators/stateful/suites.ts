import { execute, toolsOf } from '../suites/execute.js';
import { SUITES } from '../suites/registry.js';
import type { SimulatorState } from '../suites/state.js';
import { usualStart } from '../suites/usual-start.js';
import type { StatefulSimulator } from './simulator.js';

let start: SimulatorState | undefined;
const TOOLS = toolsOf(SUITES);

/** The suites over generated databases, with the first user logged in. */
export const SUITE_TOOLS: StatefulSimulator<SimulatorState> = {
  tools: new Map(SUITES.map((suite) => [suite.name, suite.tools.map(({ name }) => name)])),
  start: () => (start ??= usualStart()),
  reduce(state, { name, args }) {
    const { state: after, response, exception } = execute(TOOLS, state, { api_name: name, parameters: args });
    return exception === null
      ? { state: after, response, kind: 'A' }
      : { state: after, response: { error: exception }, kind: 'C' };
  },
};
