import type { Pipeline } from '../../core/family.js';
import type { UltraToolSettings } from '../../core/ultratool/run.js';

/**
 * UltraTool (section 3 of the paper): samples are checked, their tools compared for distractors, people refine them, and
 * the six tasks are derived and written.
 */
export const pipeline: Pipeline<UltraToolSettings> = async ({ reviewed }, on) => {
  await on.once('checkItems');
  await on.once('measureTools');
  if (reviewed) await on.review();
  return on.export();
};
