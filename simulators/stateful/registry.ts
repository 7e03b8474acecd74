import type { LibraryTool } from '../../core/tool-library.js';
import { FILE_OPERATION } from './file-operation.js';
import type { StatefulSimulator } from './simulator.js';

/** Built-in simulators; add new ones here. */
const SIMULATORS = [FILE_OPERATION] as readonly StatefulSimulator[];

/** The simulator that can replace a tool: same name, and it supports all of the tool's APIs. */
export const simulatorOf = ({
  name,
  apis,
}: Pick<LibraryTool, 'name'> & {
  readonly apis: readonly { readonly name: string }[];
}): StatefulSimulator | undefined =>
  SIMULATORS.find((one) => one.tool === name && apis.every((api) => one.apis.includes(api.name)));
