import type { CorrectRun } from '../../core/correct/run.js';
import type { Pipeline } from '../../core/family.js';

/** Corrects a published split: its records are read and reviewed, and only edited records are written with changes. */
export const pipeline: Pipeline<CorrectRun['settings']> = async ({ reviewed }, on) => {
  await on.once('readRecords');
  if (reviewed) await on.review();
  return on.export();
};
