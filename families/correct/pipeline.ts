import type { CorrectRun } from '../../core/correct/run.js';
import type { Pipeline } from '../../core/family.js';

/** A published split is corrected: its records are read, people review them, and only what they edited is written changed. */
export const pipeline: Pipeline<CorrectRun['settings']> = async ({ reviewed }, on) => {
  await on.once('readRecords');
  if (reviewed) await on.review();
  return on.export();
};
