import { it } from 'vitest';
import { IS_LONG } from './long.js';

/** A test of the long run alone: what it proves, the daily run proves with another stage, source or database. */
export const itLong = it.runIf(IS_LONG);
