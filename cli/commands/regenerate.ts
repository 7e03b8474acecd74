import { basename, resolve } from 'node:path';
import { EXIT } from '../../core/errors/catalogue.js';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { diffExports, diffInputs, type ExportDiff } from '../../outputs/diff-exports.js';
import { isWhole, verifyExport } from '../../outputs/verify-export.js';
import { reuseStages } from '../../store/reuse.js';
import { openContext, withStore, type GlobalOptions } from '../context.js';
import { planRegeneration, type Plan } from '../regenerate/plan.js';
import { previewItems } from '../regenerate/preview.js';
import type { SettingOptions } from '../run-settings.js';
import { diffLines, inputLines, placeLines } from './diff.js';
import { finishRun, obtainRun } from './run.js';

export interface RegenerateOptions extends GlobalOptions, SettingOptions {
  readonly source: readonly string[];
  readonly seed?: number;
  readonly name?: string;
  readonly out?: string;
  readonly dryRun?: boolean;
}

/**
 * `regenerate DIR`: an export anew with another seed, split, source or embedder. Says first what runs again and what
 * becomes of the items, then runs, then shows the difference between the two folders.
 * @returns the exit code
 */
export async function regenerateCommand(from: string, options: RegenerateOptions): Promise<number> {
  const folder = resolve(from);
  const context = await openContext(options);
  const { terminal } = context;
  const note = (message: string): void => terminal.note(message);
  const out = resolve(options.out ?? `${folder}-regenerated`);
  const verification = await verifyExport(folder);
  if (!isWhole(verification)) throw changedByHand(from, verification);
  return withStore(context, async (store) => {
    const request = { ...options, folder, out, name: options.name ?? basename(out) };
    const plan = await planRegeneration(store, verification.manifest, request, note);
    const inputs = diffInputs(verification.manifest, plan.run.frozen);
    const items = await previewItems(store, folder, plan, note);
    const preview = { inputs, stages: plan.again, items, calls: 0, cost: 0 };
    const lines = previewLines(plan, inputs, items);
    if (options.dryRun === true) {
      terminal.result({ folder: from, preview }, lines);
      return EXIT.ok;
    }
    for (const line of lines) note(line);
    const run = await obtainRun(store, plan.run, async ({ runId }) => {
      if (plan.reuse && plan.base) await reuseStages(store, plan.base.runId, runId);
    });
    return finishRun(context, store, run, out, async () => {
      const diff = await diffExports(folder, out);
      return {
        object: { preview, diff },
        lines: ['', `${basename(folder)} → ${basename(out)}`, ...diffLines(diff)],
      };
    });
  });
}

function previewLines(
  { again, base, reuse }: Plan,
  inputs: ExportDiff['inputs'],
  items: ExportDiff['places'],
): string[] {
  const taken = reuse && base ? `; clusters and items are taken from the run "${base.name}"` : '';
  return [
    'before it begins:',
    ...inputLines(inputs).map((line) => `  ${line}`),
    `  stages that run again: ${again.join(', ')}${taken}`,
    '  model calls: 0, cost 0',
    ...placeLines(items, false),
    '',
  ];
}

function changedByHand(
  folder: string,
  { changed, missing, unexpected }: Awaited<ReturnType<typeof verifyExport>>,
): BenchwrightError {
  const paths = [...changed.map(({ path }) => path), ...missing, ...unexpected];
  return new BenchwrightError('EXPORT_DIFFERS', {
    expected: 'an export as it was written: what is kept and what changes is told from its files',
    found: `changed by hand: ${paths.join(', ') || 'manifest.json'}`,
    where: folder,
    next: `Restore the files (\`benchwright verify ${folder}\` lists each), or write the export again.`,
  });
}
