import { TEVAL_FILES } from '../../core/t-eval/files.js';
import type { PathCounts, TEvalDiff } from '../../outputs/t-eval/diff-paths.js';
import { inputLines, toolDiffLines } from '../../app/text/diff.js';

/** Formats a comparison of two `t-eval` exports. */
export function tEvalDiffLines(diff: TEvalDiff): string[] {
  const { inputs, paths, queries, turned, records, steps, calls, tools, changed } = diff;
  return [
    ...inputLines(inputs),
    '',
    ...pathCountLines(paths),
    '',
    `  queries asked for: ${queries.before} → ${queries.after}`,
    ...changedOutcomeLines(turned),
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

/** Counts of kept, redecided, changed, new and removed paths. */
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

/** Changed outcomes of queries. */
export const changedOutcomeLines = (turned: TEvalDiff['turned']): string[] =>
  turned.map(({ before, after, queries }) => `    ${before} → ${after}: ${queries}`);
