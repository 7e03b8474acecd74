import { countLines, inputLines, turnedLines } from '../../app/text/diff.js';
import type { CorrectionsDiff } from '../../outputs/correct/diff-corrections.js';

/** Formats a comparison of two `correct` exports. */
export function correctDiffLines({ inputs, records, items, turned, changed }: CorrectionsDiff): string[] {
  return [
    ...inputLines(inputs),
    '',
    ...countLines('records', items),
    `  all records: ${records.before} → ${records.after}`,
    ...turnedLines(turned),
    ...changed.map(({ name, parts }) => `  ${name}: ${parts.join(', ')}`),
  ];
}
