import { readReportData } from '../../outputs/report/mtu-bench/data.js';
import { diffMtuBench } from '../../outputs/mtu-bench/diff-exports.js';
import { mtuBenchSource } from '../../outputs/general/mtu-bench/source.js';
import type { MtuBenchManifest } from '../../core/mtu-bench/manifest.js';
import { exportDiff, type FamilyExports } from '../parts/exports.js';
import { mtuBench as spec } from './spec.js';
import { diffLines } from './diff.js';
import { score } from './score.js';

/** Operations on an export. The report is loaded on demand, because it imports the chart library. */
export const exported: FamilyExports = {
  async report(folder) {
    const { mtuBenchPage } = await import('../../outputs/report/mtu-bench/page.js');
    return mtuBenchPage(await readReportData(folder));
  },
  diff: exportDiff(diffMtuBench, diffLines),
  score,
  publish: (folder, manifest) =>
    mtuBenchSource(folder, manifest as MtuBenchManifest, spec.paper ?? spec.title),
};
