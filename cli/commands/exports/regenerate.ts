import { basename, resolve } from 'node:path';
import { EXIT } from '../../../core/errors/catalogue.js';
import { diffMtuBench, type MtuBenchDiff } from '../../../outputs/mtu-bench/diff-exports.js';
import { diffInputs } from '../../../outputs/diff-inputs.js';
import { familyOf } from '../../../outputs/read-manifest.js';
import { isTEvalExport } from '../../../outputs/t-eval/verify-paths.js';
import { isWhole, verifyMtuBench } from '../../../outputs/mtu-bench/verify-export.js';
import { reuseStages } from '../../../store/mtu-bench/reuse.js';
import { withStore, type GlobalOptions } from '../../../app/context.js';
import { openContext } from '../../open-context.js';
import { changedByHand } from '../../../app/regenerate/changed-by-hand.js';
import { decisionsOfExport } from '../../../app/regenerate/exported-decisions.js';
import { decisionsOnItems } from '../../../families/mtu-bench/regenerate/decisions.js';
import { assertOptionsOf } from '../../run-options.js';
import { regenerateTEval, type RegenerateTEvalOptions } from './regenerate-paths.js';
import { planMtuBenchRegeneration, type Plan } from '../../../families/mtu-bench/regenerate/plan.js';
import { askedModels, askingStages } from '../../../families/mtu-bench/resolve/resolve-run.js';
import { money } from '../../text/ledger.js';
import { withDuplicates } from '../../../families/mtu-bench/resolve/duplicates-settings.js';
import { estimateMtuBench } from '../../../families/mtu-bench/plan/estimate.js';
import { planLines } from '../../text/plan.js';
import { planningOf } from '../../../app/plan/planning.js';
import { previewMtuBench } from '../../../families/mtu-bench/regenerate/preview.js';
import { another, marked } from '../../../app/export/rehearsal-mark.js';
import type { SettingOptions } from '../../../families/mtu-bench/resolve/settings.js';
import { callsOfAll, costOfAll, type StagePlan } from '../../../app/plan/stage-plan.js';
import { inputLines } from '../../../app/text/diff.js';
import { diffLines, placeLines } from '../../../families/mtu-bench/diff.js';
import { dialogueKind } from '../../../families/mtu-bench/review.js';
import { guidelineOf, reviewOf } from '../../../app/resolve/review-policy.js';
import { finishRun, obtainRun, type TellMore } from '../run/run.js';

export interface RegenerateOptions extends GlobalOptions, SettingOptions {
  readonly source: readonly string[];
  readonly seed?: number;
  readonly name?: string;
  readonly out?: string;
  readonly dryRun?: boolean;
}

/** `regenerate DIR`, as its family does it. @returns the exit code */
export async function regenerateCommand(
  from: string,
  options: RegenerateOptions & RegenerateTEvalOptions,
): Promise<number> {
  const paths = await isTEvalExport(resolve(from));
  const family = (await familyOf(resolve(from))) ?? 'mtu-bench';
  assertOptionsOf(family, options, '`benchwright regenerate --help` lists the options by family.');
  return paths ? regenerateTEval(from, options) : regenerateItems(from, options);
}

/**
 * An export of `mtu-bench` anew with another seed, split, source or embedder. Says first what runs again and what becomes
 * of the items, then runs, then shows the difference between the two folders.
 */
async function regenerateItems(from: string, options: RegenerateOptions): Promise<number> {
  const folder = resolve(from);
  const context = await openContext(options);
  const { terminal } = context;
  const note = (message: string): void => terminal.note(message);
  const verification = await verifyMtuBench(folder);
  const rehearsal = verification.manifest.models?.rehearsal ?? false;
  const out = marked(resolve(options.out ?? another(folder, '-regenerated')), rehearsal);
  if (!isWhole(verification)) throw changedByHand(from, verification);
  return withStore(context, async (store) => {
    const request = { ...options, folder, out, name: options.name ?? basename(out) };
    const { manifest } = verification;
    const plan = await planMtuBenchRegeneration(store, manifest, request, note, {
      // Of the same models in the same epoch: what was asked before is in the ledger.
      modelsOf: (settings) => askedModels(context, store, settings, { rehearsal, before: manifest.models }),
      guideline: () => guidelineOf(context, dialogueKind),
      policyOf: (name, where) => reviewOf(context, name, 'regenerate', where),
      decidedBy: (settings) => withDuplicates(context, settings, options, manifest.settings),
    });
    const asks = askingStages(plan.run.frozen.settings).length > 0;
    const inputs = diffInputs(manifest, plan.run.frozen);
    const planning = planningOf(context, store);
    const calls = await estimateMtuBench(plan.run, planning, plan.reuse);
    const peopleFirst = plan.run.frozen.settings.reviewIntents !== undefined;
    const items =
      callsOfAll(calls) === 0 && !asks && !peopleFirst ? await previewMtuBench(folder, plan, planning) : null;
    const preview = {
      ...{ inputs, stages: plan.again, items },
      ...{ calls: callsOfAll(calls), cost: costOfAll(calls) ?? null, models: calls },
    };
    const lines = previewLines(plan, inputs, items, calls);
    if (options.dryRun === true) {
      terminal.result({ folder: from, preview }, lines);
      return EXIT.ok;
    }
    for (const line of lines) note(line);
    // Where this home has the run that made the export, its decisions are in the store.
    const decided =
      plan.guideline !== undefined && !plan.base
        ? [await decisionsOfExport(store, folder, plan.guideline, decisionsOnItems)]
        : [];
    const asked = { ...plan.run, documents: [...plan.run.documents, ...decided] };
    const run = await obtainRun(store, asked, async ({ runId }) => {
      if (plan.reuse && plan.base) await reuseStages(store, plan.base.runId, runId);
    });
    const more: TellMore = async () => {
      const diff = await diffMtuBench(folder, out);
      return {
        object: { preview, diff },
        lines: ['', `${basename(folder)} → ${basename(out)}`, ...diffLines(diff)],
      };
    };
    return finishRun(context, store, run, out, { more });
  });
}

function previewLines(
  { again, base, reuse, run }: Plan,
  inputs: MtuBenchDiff['inputs'],
  items: MtuBenchDiff['places'] | null,
  calls: readonly StagePlan[],
): string[] {
  const taken = reuse && base ? `; clusters and items are taken from the run "${base.name}"` : '';
  const toBuy = callsOfAll(calls);
  const most = calls.some(({ atMost }) => atMost) ? 'at most ' : '';
  const { reviewIntents, judgeIntents, create, recheck, rewrite } = run.frozen.settings;
  const [when = 'the names of the tools are embedded'] = [
    ...(create ? ['their calls are made'] : []),
    ...(rewrite ? ['they are rewritten'] : []),
    ...(recheck ? ['they are checked again'] : []),
    ...(reviewIntents ? ['people have decided on the intents'] : []),
    ...(judgeIntents ? ['the intents are judged'] : []),
  ];
  return [
    'preview:',
    ...inputLines(inputs).map((line) => `  ${line}`),
    `  stages that run again: ${again.join(', ')}${taken}`,
    `  model calls: ${most}${toBuy}, cost ${toBuy === 0 ? '0' : `about ${money(costOfAll(calls))}`}`,
    ...(calls.length === 0 ? [] : planLines(calls).map((line) => (line === '' ? line : `  ${line}`))),
    ...(items === null ? [`  the effect on the items is known when ${when}`] : placeLines(items, false)),
    '',
  ];
}
