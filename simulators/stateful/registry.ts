import type { LibraryTool } from '../../core/tool-library.js';
import { FILE_OPERATION } from './file-operation.js';
import type { StatefulSimulator } from './simulator.js';

/** Simulators of ours; a new one is added here. */
const SIMULATORS = [FILE_OPERATION] as readonly StatefulSimulator[];

/** The simulator that stands in for a tool: one of its name that answers every one of its APIs. */
export const simulatorOf = ({
  name,
  apis,
}: Pick<LibraryTool, 'name'> & {
  readonly apis: readonly { readonly name: string }[];
}): StatefulSimulator | undefined =>
  SIMULATORS.find((one) => one.tool === name && apis.every((api) => one.apis.includes(api.name)));
