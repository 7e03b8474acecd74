import { itemsDiffLines } from '../../app/text/diff.js';
import { diffAnswers } from '../../outputs/ask/diff-answers.js';
import { askSource } from '../../outputs/general/ask/source.js';
import type { AskManifest } from '../../core/ask/manifest.js';
import { exportDiff, type FamilyExports } from '../parts/exports.js';

/** Operations on an export. The report is loaded on demand, because it imports the chart library. */
export const exported: FamilyExports = {
  async report(folder) {
    const { askPage } = await import('../../outputs/report/ask/page.js');
    return askPage(folder);
  },
  diff: exportDiff(diffAnswers, (diff) => itemsDiffLines(diff, 'rows', diff.rows)),
  score: undefined,
  publish: (folder, manifest) => askSource(folder, manifest as AskManifest),
};
