import { countLines, inputLines, turnedLines } from '../../app/text/diff.js';
import type { AnswersDiff } from '../../outputs/ask/diff-answers.js';

/** Formats a comparison of two `ask` exports. */
export function askDiffLines({ inputs, rows, items, turned, changed }: AnswersDiff): string[] {
  return [
    ...inputLines(inputs),
    '',
    ...countLines('rows', items),
    `  all rows: ${rows.before} → ${rows.after}`,
    ...turnedLines(turned),
    ...changed.map(({ name, parts }) => `  ${name}: ${parts.join(', ')}`),
  ];
}
