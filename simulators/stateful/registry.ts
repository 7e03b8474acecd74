import type { LibraryTool } from '../../core/tool-library.js';
import { FILE_OPERATION } from './file-operation.js';
import type { StatefulSimulator } from './simulator.js';
import { SUITE_TOOLS } from './suites.js';

/** Built-in simulators; a suite of tools belongs into ../suites/registry.ts. */
const SIMULATORS = [FILE_OPERATION, SUITE_TOOLS] as readonly StatefulSimulator[];

/** The simulator that can replace a tool: it has one of that name with all of the tool's APIs. */
export const simulatorOf = ({
  name,
  apis,
}: Pick<LibraryTool, 'name'> & {
  readonly apis: readonly { readonly name: string }[];
}): StatefulSimulator | undefined =>
  SIMULATORS.find(({ tools }) => {
    const own = tools.get(name);
    return own !== undefined && apis.every((api) => own.includes(api.name));
  });
