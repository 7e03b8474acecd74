import { TEVAL_FILES } from '../../core/t-eval/files.js';
import type { PathCounts, PathsDiff } from '../../outputs/t-eval/diff-paths.js';
import { inputLines, toolDiffLines } from './diff.js';

/** A comparison of two exports of `t-eval` for people. */
export function pathsDiffLines(diff: PathsDiff): string[] {
  const { inputs, paths, queries, turned, records, steps, calls, tools, changed } = diff;
  return [
    ...inputLines(inputs),
    '',
    ...pathCountLines(paths),
    '',
    `  queries asked for: ${queries.before} → ${queries.after}`,
    ...turnedLines(turned),
    `  steps: ${steps.before} → ${steps.after}, calls: ${calls.before} → ${calls.after}`,
    '',
    '  subset                                  records          of a fifth',
    ...TEVAL_FILES.map(({ stem }) => {
      const { before, after, subset } = records[stem];
      const cells = [`${before} → ${after}`, `${subset.before} → ${subset.after}`];
      return `  ${stem.padEnd(32)}${cells.map((cell) => cell.padStart(16)).join('  ')}`;
    }),
    '',
    ...toolDiffLines(tools),
    ...changed.map(({ query, recordId, parts }) => `  ${query} ${recordId}: ${parts.join(', ')}`),
  ];
}

const COLUMNS = {
  kept: 'kept',
  redecided: 'redecided',
  changed: 'changed',
  added: 'new',
  gone: 'gone',
} as const satisfies Record<keyof PathCounts, string>;

/** Paths of the files kept, decided otherwise, changed, new and gone. */
export function pathCountLines(paths: PathCounts): string[] {
  const columns = Object.keys(COLUMNS) as (keyof PathCounts)[];
  const row = (name: string, cells: readonly (string | number)[]): string =>
    `  ${name.padEnd(13)}${cells.map((cell) => String(cell).padStart(10)).join('')}`;
  return [
    row(
      'paths',
      columns.map((column) => COLUMNS[column]),
    ),
    row(
      'in the files',
      columns.map((column) => paths[column]),
    ),
    '  (redecided: the same path, other decisions of people)',
  ];
}

/** How queries came to another end. */
export const turnedLines = (turned: PathsDiff['turned']): string[] =>
  turned.map(({ before, after, queries }) => `    ${before} → ${after}: ${queries}`);
