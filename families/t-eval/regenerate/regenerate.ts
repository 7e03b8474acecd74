import { decisionsOfExport } from '../../../app/regenerate/exported-decisions.js';
import { stagesOf } from '../../../core/family.js';
import { isReviewed } from '../../../core/review/policy.js';
import type { TEvalManifest } from '../../../core/t-eval/manifest.js';
import { noteRetries } from '../../../store/stages/retries.js';
import type { RegenerateOptions, RegenerateRequest, Regeneration } from '../../parts/regenerating.js';
import { changedOutcomeLines, pathCountLines } from '../diff.js';
import type { TEvalOptions } from '../resolve/settings.js';
import { tEval } from '../spec.js';
import { decisionsOnPaths } from './decisions.js';
import { planTEvalRegeneration } from './plan.js';
import { previewTEval, type TEvalPreview } from './preview.js';

/**
 * Regenerates an export with another seed, other tools, settings or prompts, or with later review decisions. Cached
 * answers are reused.
 */
export async function regenerate({
  context,
  store,
  folder,
  name,
  out,
  planning,
  ...asked
}: RegenerateRequest): Promise<Regeneration<'t-eval'>> {
  const manifest = asked.manifest as TEvalManifest;
  const { seed, ...options } = asked.options as RegenerateOptions & TEvalOptions;
  const request = { ...options, ...(seed !== undefined && { seed }), folder, name, out };
  const plan = await planTEvalRegeneration(context, store, manifest, request);
  const { base, guideline, retries, run } = plan;
  return {
    run,
    stages: stagesOf(tEval, { settings: run.frozen.settings, reviewed: isReviewed(run.frozen.review) }),
    decisions: () => decisionsOfExport({ store, folder, guideline, base }, decisionsOnPaths),
    created: (runId) => noteRetries(store, runId, retries),
    async preview() {
      planning.onProgress('finding out what is known');
      const { plans, ...queries } = await previewTEval(folder, plan, context.config.models, planning);
      return {
        plans,
        reused: `${queries.known} answers are in the ledger`,
        object: queries,
        lines: queryLines(queries),
      };
    },
  };
}

function queryLines({ paths, turned, open, toDecide }: Omit<TEvalPreview, 'plans'>): string[] {
  const unsaid = (what: string, { queries, inFiles }: TEvalPreview['open']): string[] =>
    queries === 0 ? [] : [`  ${what}: ${queries}, of which ${inFiles} are in the files now`];
  return [
    ...pathCountLines(paths),
    ...changedOutcomeLines(turned),
    ...unsaid('queries that depend on answers still to be bought', open),
    ...unsaid('paths that people will have to decide on', toDecide),
  ];
}
