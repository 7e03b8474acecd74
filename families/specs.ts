import type { FamilySpec } from '../core/family.js';
import { ask } from './ask/spec.js';
import { correct } from './correct/spec.js';
import { mtuBench } from './mtu-bench/spec.js';
import { tEval } from './t-eval/spec.js';

/** The built-in families as the workflow sandbox and the command line see them. */
export const SPECS = [mtuBench, tEval, ask, correct] as const satisfies readonly FamilySpec[];
