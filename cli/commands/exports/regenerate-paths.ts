import { basename, resolve } from 'node:path';
import { EXIT } from '../../../core/errors/catalogue.js';
import { isReviewed } from '../../../core/review/policy.js';
import {
  ANNOTATE_STAGE,
  COMPLETE_STAGE,
  DUPLICATES_STAGE,
  QUERIES_STAGE,
  REFINE_STAGE,
  REVIEW_QUERIES_STAGE,
  REVIEW_TOOLS_STAGE,
  type TEvalRun,
} from '../../../core/t-eval/run.js';
import type { Stage } from '../../../core/run.js';
import { matchesManifest } from '../../../outputs/compare-files.js';
import { diffInputs, type InputDifference } from '../../../outputs/diff-inputs.js';
import { diffTEval } from '../../../outputs/t-eval/diff-paths.js';
import { verifyTEval } from '../../../outputs/t-eval/verify-paths.js';
import { noteRetries } from '../../../store/stages/retries.js';
import { finishRun, obtainRun, type TellMore } from '../run/run.js';
import { withStore, type GlobalOptions } from '../../../app/context.js';
import { openContext } from '../../open-context.js';
import { inputLines } from '../../../app/text/diff.js';
import { money } from '../../text/ledger.js';
import { pathCountLines, tEvalDiffLines, changedOutcomeLines } from '../../../families/t-eval/diff.js';
import { planLines } from '../../text/plan.js';
import { another, marked } from '../../../app/export/rehearsal-mark.js';
import { callsOfAll, costOfAll } from '../../../app/plan/stage-plan.js';
import type { TEvalOptions } from '../../../families/t-eval/resolve/settings.js';
import { changedByHand } from '../../../app/regenerate/changed-by-hand.js';
import { decisionsOfExport } from '../../../app/regenerate/exported-decisions.js';
import { decisionsOnPaths } from '../../../families/t-eval/regenerate/decisions.js';
import { planTEvalRegeneration } from '../../../families/t-eval/regenerate/plan.js';
import { previewTEval, type TEvalPreview } from '../../../families/t-eval/regenerate/preview.js';

export interface RegenerateTEvalOptions extends GlobalOptions, TEvalOptions {
  readonly seed?: number;
  readonly name?: string;
  readonly out?: string;
  readonly dryRun?: boolean;
}

/**
 * `regenerate DIR` of an export of `t-eval`: anew with another seed, other tools, settings or words, or with what people
 * have decided since. Every answer that the ledger has is used again. Says first what there is to buy and what becomes of
 * the queries, then runs, then shows the difference between the two folders.
 * @returns the exit code
 */
export async function regenerateTEval(from: string, options: RegenerateTEvalOptions): Promise<number> {
  const folder = resolve(from);
  const context = await openContext(options);
  const { terminal } = context;
  const { manifest, ...files } = await verifyTEval(folder);
  if (!matchesManifest(files)) throw changedByHand(from, files);
  const out = marked(resolve(options.out ?? another(folder, '-regenerated')), manifest.models.rehearsal);
  return withStore(context, async (store) => {
    const request = { ...options, folder, out, name: options.name ?? basename(out) };
    const plan = await planTEvalRegeneration(context, store, manifest, request);
    const { frozen } = plan.run;
    const inputs = diffInputs(manifest, frozen);
    terminal.note('finding out what is known');
    const { plans, ...items } = await previewTEval(store, folder, plan, context.config.models);
    const preview = {
      ...{ inputs, stages: stagesOf(frozen), ...items },
      ...{ calls: callsOfAll(plans), cost: costOfAll(plans) ?? null, models: plans },
    };
    const lines = previewLines(inputs, preview.stages, { plans, ...items });
    if (options.dryRun === true) {
      terminal.result({ folder: from, preview }, lines);
      return EXIT.ok;
    }
    for (const line of lines) terminal.note(line);
    // Where this home has the run that made the export, its decisions are in the store.
    const decided =
      plan.guideline !== undefined && !plan.base
        ? [await decisionsOfExport(store, folder, plan.guideline, decisionsOnPaths)]
        : [];
    const asked = { ...plan.run, documents: [...plan.run.documents, ...decided] };
    const run = await obtainRun(store, asked, ({ runId }) => noteRetries(store, runId, plan.retries));
    const more: TellMore = async () => {
      const diff = await diffTEval(folder, out);
      return {
        object: { preview, diff },
        lines: ['', `${basename(folder)} → ${basename(out)}`, ...tEvalDiffLines(diff)],
      };
    };
    return finishRun(context, store, run, out, { more });
  });
}

const stagesOf = ({ settings, review }: TEvalRun): Stage[] => [
  ...(settings.complete ? ([COMPLETE_STAGE] as const) : []),
  ...(settings.complete && isReviewed(settings.complete.review) ? ([REVIEW_TOOLS_STAGE] as const) : []),
  QUERIES_STAGE,
  ...(settings.refine ? ([REFINE_STAGE] as const) : []),
  DUPLICATES_STAGE,
  ...(settings.reviewQueries ? ([REVIEW_QUERIES_STAGE] as const) : []),
  ANNOTATE_STAGE,
  ...(isReviewed(review) ? (['review'] as const) : []),
  'export',
];

function previewLines(
  inputs: readonly InputDifference[],
  stages: readonly Stage[],
  { known, paths, turned, open, toDecide, plans }: TEvalPreview,
): string[] {
  const toBuy = callsOfAll(plans);
  const unsaid = (what: string, { queries, inFiles }: TEvalPreview['open']): string[] =>
    queries === 0 ? [] : [`  ${what}: ${queries}, of which ${inFiles} are in the files now`];
  return [
    'preview:',
    ...inputLines(inputs).map((line) => `  ${line}`),
    `  stages that run again: ${stages.join(', ')}; ${known} answers are in the ledger`,
    `  model calls: ${toBuy === 0 ? '0, cost 0' : `about ${toBuy}, cost about ${money(costOfAll(plans))}`}`,
    ...(toBuy === 0 ? [] : planLines(plans).map((line) => (line === '' ? line : `  ${line}`))),
    ...pathCountLines(paths),
    ...changedOutcomeLines(turned),
    ...unsaid('queries that depend on answers still to be bought', open),
    ...unsaid('paths that people will have to decide on', toDecide),
    '',
  ];
}
