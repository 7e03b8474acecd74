import { baseRun } from '../../../app/regenerate/base-run.js';
import { decisionsOfExport, guidelineOfExport } from '../../../app/regenerate/exported-decisions.js';
import { itemCountLines } from '../../../app/text/diff.js';
import { withTemporaryStore } from '../../../app/temporary-store.js';
import { asFrozen } from '../../../core/model-config.js';
import { ownPart } from '../../../core/own-part.js';
import { isReviewed } from '../../../core/review/policy.js';
import type { UltraToolManifest } from '../../../core/ultratool/manifest.js';
import { diffItems, type ComparedContent } from '../../../outputs/diff-items.js';
import { comparedSample, comparedSamples } from '../../../outputs/ultratool/diff-exports.js';
import { EMBEDDER_ROOT } from '../../../core/embedder.js';
import { collectSamples } from '../../../stages/ultratool/collect-samples.js';
import { createRun } from '../../../store/runs.js';
import { noteRetries } from '../../../store/stages/retries.js';
import type { Store } from '../../../store/store.js';
import { answerAgain } from '../../parts/answer-again.js';
import type { RegenerateRequest, Regeneration, RegenerationPreview } from '../../parts/regenerating.js';
import { missingInput, recordedRetries } from '../../recorded.js';
import { sourceOf } from '../described.js';
import { estimateUltraTool } from '../plan/estimate.js';
import { resolveUltraTool } from '../resolve/resolve-run.js';
import { ultraTool } from '../spec.js';
import { decisionsOnSamples } from './decisions.js';

/** Makes an export again with another seed, other settings or prompts. Answers that the ledger has are reused. */
export async function regenerate({
  context,
  store,
  folder,
  name,
  out,
  planning,
  ...asked
}: RegenerateRequest): Promise<Regeneration<'ultratool'>> {
  const manifest = asked.manifest as UltraToolManifest;
  const { settings, models, review } = manifest;
  const { options } = asked;
  const base = await baseRun(store, 'ultratool', manifest);
  const guideline = await guidelineOfExport(folder);
  const { name: source } = sourceOf(manifest);
  const file = options[source] ?? ownPart(base?.roots, source);
  if (file === undefined)
    throw missingInput(
      `the ${source} that it was made of`,
      `no --${source}, and no run of this home that knows where they are`,
      `Add --${source} FILE.`,
    );
  const run = await resolveUltraTool(
    {
      ...{ context, store, name, out },
      options: {
        ...options,
        [source]: file,
        ...{ seed: options.seed ?? manifest.seed, rehearse: models?.rehearsal === true },
      },
    },
    {
      ...{ settings, review, guideline, models: models && asFrozen(models) },
      modelFolder: base?.roots[EMBEDDER_ROOT],
    },
  );
  const retries = await recordedRetries(folder);
  return {
    run,
    stages: ultraTool.stages
      .filter(({ when }) => when?.({ settings, reviewed: isReviewed(review) }) ?? true)
      .map((stage) => stage.name),
    decisions: () =>
      decisionsOfExport(
        { store, folder, base, guideline: isReviewed(review) ? guideline : undefined },
        decisionsOnSamples,
      ),
    created: (runId) => noteRetries(store, runId, retries),
    preview: () =>
      withTemporaryStore(async (own, temporary) => {
        const { runId } = await createRun(own, run);
        await noteRetries(own, runId, retries);
        const plans = await estimateUltraTool(own, runId, planning);
        await answerAgain({ store: own, runId, folder: temporary }, planning, context.config.models, folder);
        return { plans, ...(await previewSamples(folder, own, runId)) };
      }),
  };
}

/** Compares the samples of an export with those of a run as far as their answers are known. */
async function previewSamples(
  folder: string,
  store: Store,
  runId: string,
): Promise<Pick<RegenerationPreview, 'object' | 'lines'>> {
  const before = await comparedSamples(folder);
  const found = await collectSamples(store, runId, true);
  const known = new Map<string, ComparedContent>();
  const open = new Set<string>();
  for (const [itemId, { line, held }] of found)
    if (line.outcome === 'undecided') open.add(itemId);
    else known.set(itemId, comparedSample(line, held?.item));
  const decided = new Map([...before].filter(([itemId]) => !open.has(itemId)));
  const { items, turned } = diffItems(decided, known);
  const samples = { before: before.size, after: found.size };
  return {
    object: { samples, items, turned, open: open.size },
    lines: [
      ...itemCountLines({ items, turned }, 'samples', samples),
      ...(open.size === 0
        ? []
        : [`  samples that depend on answers still to be bought, or on people: ${open.size}`]),
    ],
  };
}
