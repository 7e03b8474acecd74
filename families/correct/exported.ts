import { diffCorrections } from '../../outputs/correct/diff-corrections.js';
import { correctSource } from '../../outputs/general/correct/source.js';
import type { CorrectManifest } from '../../core/correct/manifest.js';
import type { FamilyExports } from '../parts/exports.js';
import { correct as spec } from './spec.js';
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
  publish: (folder, manifest) => correctSource(folder, manifest as CorrectManifest, spec.paper ?? spec.title),
};
