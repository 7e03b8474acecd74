import type { StageProgress } from '../store/progress.js';

/** Remaining work of each stage that has begun, as text. */
export const stagesLeft = (progress: readonly StageProgress[]): string[] =>
  progress.map(({ stage, total, done }) => `  left of ${stage}: ${total - done} of ${total}`);
