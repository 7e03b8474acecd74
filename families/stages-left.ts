import type { StageProgress } from '../store/progress.js';

/** What each stage that has begun has left, for people. */
export const stagesLeft = (progress: readonly StageProgress[]): string[] =>
  progress.map(({ stage, total, done }) => `  left of ${stage}: ${total - done} of ${total}`);
