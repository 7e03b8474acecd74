import type { OptionSpec } from './family.js';

/** Option of families that really call tools; `run` and `regenerate` read it before they create a run. */
export const confirmWrites = {
  flags: '--confirm-writes',
  description: 'make the allowed calls that may change data without asking; `plan` lists them',
  regenerate: true,
} as const satisfies Omit<OptionSpec, 'group'>;
