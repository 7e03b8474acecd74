import { IS_LONG } from './long.js';

/**
 * V8 compiles what runs for a few milliseconds to optimised code, on other threads: a tenth to a sixth of what a short
 * command and its worker compute. In tests it waits for what is hot for longer. Known of the V8 of Node 20 only, and not in
 * the long run, which starts the product as it is.
 */
export const OPTIMISED_LATE: readonly string[] =
  !IS_LONG && process.versions.node.startsWith('20.') ? ['--interrupt-budget=1000000'] : [];
