import { isReviewed } from '../../core/review/policy.js';
import type { UltraToolManifest } from '../../core/ultratool/manifest.js';
import { writeUltraToolExport } from '../../outputs/ultratool/write-export.js';
import { guidelineAtExport } from '../../store/documents.js';
import { countReview } from '../../store/review/outcomes.js';
import type { Store } from '../../store/store.js';
import { collectSamples } from './collect-samples.js';
import { UltraToolContext } from './context.js';
import { alikeTools, mergeResults } from './merge-tools.js';
import { measuredTools, toolsOfSet } from './measure-tools.js';

/** Writes the deterministic part of a run's export into an empty folder. @param partial whether items are undecided */
export async function exportSamples(
  store: Store,
  runId: string,
  folder: string,
  partial: boolean,
): Promise<UltraToolManifest> {
  const { run, questions } = await UltraToolContext.open(store, runId);
  const found = await collectSamples(store, runId, partial);
  return writeUltraToolExport(folder, run.frozen, {
    samples: [...found.values()].map(({ line, held }) => ({
      line,
      item: held?.item,
      numbers: held?.numbers,
    })),
    pool: {
      documents: await toolsOfSet(store, runId),
      near: await measuredTools(store, runId),
      alike: await alikeTools(store, runId),
    },
    retries: questions.retries,
    merges: await mergeResults(store, runId),
    ...(isReviewed(run.frozen.review) && {
      review: await countReview(store, runId, partial),
      guideline: await guidelineAtExport(store, runId),
    }),
  });
}
