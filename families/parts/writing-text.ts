import type { WritingProgress } from '../../stages/review/written-queries.js';

/** How far writing is, a line a topic. */
export const writingLines = (progress: readonly WritingProgress[]): string[] =>
  progress.map(
    ({ topic, wanted, written, accepted }) =>
      `  ${topic}: ${written} of ${wanted} written, ${accepted} accepted`,
  );
