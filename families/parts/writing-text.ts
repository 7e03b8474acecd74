import type { WritingProgress } from '../../stages/review/written-queries.js';

/** Progress of writing, one line per topic. */
export const writingLines = (progress: readonly WritingProgress[]): string[] =>
  progress.map(
    ({ topic, wanted, written, accepted }) =>
      `  ${topic}: ${written} of ${wanted} written, ${accepted} accepted`,
  );
