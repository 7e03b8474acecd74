import { itemsDiffLines } from '../../app/text/diff.js';
import { diffCorrections } from '../../outputs/correct/diff-corrections.js';
import { correctSource } from '../../outputs/general/correct/source.js';
import type { CorrectManifest } from '../../core/correct/manifest.js';
import { exportDiff, type FamilyExports } from '../parts/exports.js';
import { correct as spec } from './spec.js';
import { score } from './score.js';

/** Operations on an export. The report is loaded on demand, because it imports the chart library. */
export const exported: FamilyExports = {
  async report(folder) {
    const { correctPage } = await import('../../outputs/report/correct/page.js');
    return correctPage(folder);
  },
  diff: exportDiff(diffCorrections, (diff) => itemsDiffLines(diff, 'records', diff.records)),
  score,
  publish: (folder, manifest) => correctSource(folder, manifest as CorrectManifest, spec.paper ?? spec.title),
};
