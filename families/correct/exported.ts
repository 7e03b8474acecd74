import { diffCorrections } from '../../outputs/correct/diff-corrections.js';
import type { FamilyExports } from '../parts/exports.js';
import { correctDiffLines } from './diff.js';
import { score } from './score.js';

/** What can be done with an export. The report is loaded when it is asked for: it brings the chart library. */
export const exported: FamilyExports = {
  async report(folder) {
    const { correctPage } = await import('../../outputs/report/correct/page.js');
    return correctPage(folder);
  },
  async diff(before, after) {
    const diff = await diffCorrections(before, after);
    return { same: diff.same, object: diff, lines: correctDiffLines(diff) };
  },
  score,
};
