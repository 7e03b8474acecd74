import { diffAnswers } from '../../outputs/ask/diff-answers.js';
import { askSource } from '../../outputs/general/ask/source.js';
import type { AskManifest } from '../../core/ask/manifest.js';
import type { FamilyExports } from '../parts/exports.js';
import { askDiffLines } from './diff.js';

/** What can be done with an export. The report is loaded when it is asked for: it brings the chart library. */
export const exported: FamilyExports = {
  async report(folder) {
    const { askPage } = await import('../../outputs/report/ask/page.js');
    return askPage(folder);
  },
  async diff(before, after) {
    const diff = await diffAnswers(before, after);
    return { same: diff.same, object: diff, lines: askDiffLines(diff) };
  },
  score: undefined,
  publish: (folder, manifest) => askSource(folder, manifest as AskManifest),
};
