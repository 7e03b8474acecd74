import { itemsDiffLines } from '../../app/text/diff.js';
import { withTemporaryStore } from '../../app/temporary-store.js';
import type { UltraToolManifest } from '../../core/ultratool/manifest.js';
import { DISTRACTORS_STAGE, ultraToolCountsSchema, ultraToolRunSchema } from '../../core/ultratool/run.js';
import { ultraToolSource } from '../../outputs/general/ultratool/source.js';
import { diffSamples } from '../../outputs/ultratool/diff-exports.js';
import { verifyUltraTool } from '../../outputs/ultratool/verify-export.js';
import { failpoint } from '../../stages/failpoint.js';
import { checkItems } from '../../stages/ultratool/check-items.js';
import { exportSamples } from '../../stages/ultratool/export-samples.js';
import { measureTools } from '../../stages/ultratool/measure-tools.js';
import { checkedSamples, samplesInReview } from '../../stages/ultratool/review-items.js';
import { createRun } from '../../store/runs.js';
import type { FamilyHost } from '../family.js';
import { exportDiff } from '../parts/exports.js';
import { recordedRetries } from '../recorded.js';
import { stagesLeft } from '../stages-left.js';
import { described, samplesDecided } from './described.js';
import { items } from './items.js';
import { estimateUltraTool } from './plan/estimate.js';
import { regenerate } from './regenerate/regenerate.js';
import { resolveUltraTool } from './resolve/resolve-run.js';
import { planKind } from './review.js';
import { ultraTool as spec } from './spec.js';
import { text } from './text.js';

export const host: FamilyHost<'ultratool', never> = {
  spec,
  run: ultraToolRunSchema,
  counts: ultraToolCountsSchema,
  mapStages: {},
  conversationStages: {},
  steps: {
    checkItems: ({ store, beat }, runId) =>
      checkItems(store, runId, () => {
        failpoint('after-commit');
        return beat();
      }),
    measureTools: ({ store, beat, vectors }, runId) =>
      measureTools(store, runId, beat, vectors(DISTRACTORS_STAGE)),
  },
  review: {
    review: ({ frozen }) => frozen.review,
    items: ({ store }, { runId }) => samplesInReview(store, runId),
    kind: planKind,
  },
  gates: {},
  resolve: (request) => resolveUltraTool(request),
  estimate: (asked, planning) =>
    withTemporaryStore(async (own) => estimateUltraTool(own, (await createRun(own, asked)).runId, planning)),
  left: async (run, progress, planning) => ({
    plans: await estimateUltraTool(planning.home, run.runId, planning),
    lines: stagesLeft(progress),
  }),
  needs: ({ settings: { embedder } }) => ({ embedders: [embedder], called: [] }),
  withKeptInputs: undefined,
  retry: undefined,
  output: {
    total: async ({ store }, { runId }) => (await checkedSamples(store, runId)).length,
    write: ({ store }, { runId }, folder, { partial }) => exportSamples(store, runId, folder, partial),
    verify: verifyUltraTool,
    async report(folder) {
      const { ultraToolPage } = await import('../../outputs/report/ultratool/page.js');
      return ultraToolPage(folder);
    },
    diff: exportDiff(diffSamples, (diff) => itemsDiffLines(diff, 'samples', diff.samples)),
    score: undefined,
    publish: (folder, manifest) =>
      ultraToolSource(folder, manifest as UltraToolManifest, spec.paper ?? spec.title),
  },
  regenerate,
  text,
  items,
  rebuild: {
    from: 'its samples or queries, answers and decisions',
    mocksAgain: true,
    described: (request, manifest) => described(request, manifest as UltraToolManifest),
    attempts: recordedRetries,
    decided: samplesDecided,
  },
};
