import { loadContext, type Context, type GlobalOptions } from '../app/context.js';
import { Terminal } from './text/terminal.js';

/** What a command works with: beside configuration and home, the terminal that takes its result. */
export interface CliContext extends Context {
  readonly terminal: Terminal;
}

/** Opens a command's context with a terminal of its own. @throws CONFIG_INVALID */
export const openContext = (options: GlobalOptions): Promise<CliContext> =>
  loadContext(options, new Terminal(options.json === true));
