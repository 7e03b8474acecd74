import { BenchwrightError } from '../core/errors/benchwright-error.js';
import { isReviewed } from '../core/review/policy.js';
import type { RunSettings } from '../core/run.js';
import type { NewRun } from '../store/runs.js';
import type { Store } from '../store/store.js';
import { askedOfModels } from './asked-of-models.js';
import type { Context } from './context.js';
import { freezeRun, type RunRequest } from './freeze-run.js';
import { frozenModels } from './frozen-models.js';
import { guidelineOf, reviewOf } from './review-policy.js';
import { resolveSettings, type SettingOptions } from './run-settings.js';

/**
 * Freezes what a run of `mtu-bench` depends on, with the models that it asks for words.
 * @throws as `freezeRun`; CONFIG_INVALID for a role without a model
 */
export async function freezeMtuBench(
  context: Context,
  store: Store,
  options: SettingOptions & {
    readonly rehearse?: boolean;
    readonly batch?: boolean;
    readonly review?: string;
  },
  request: Omit<RunRequest, 'resolved' | 'models'>,
): Promise<NewRun<'mtu-bench'>> {
  const resolved = await resolveSettings(context.config, context.configFile, options);
  const rehearsal = options.rehearse === true;
  if (rehearsal) assertAsksNobody(resolved.settings);
  const asked = askedOfModels(resolved.settings);
  const models =
    asked && (await frozenModels(context, store, { ...asked, rehearsal, batch: options.batch === true }));
  const policy = reviewOf(context, options.review ?? 'none', 'run');
  const review = isReviewed(policy)
    ? { policy, guideline: await guidelineOf(context, 'mtu-bench') }
    : undefined;
  return freezeRun({ ...request, resolved, models, review });
}

/** Vectors decide on clusters: a stand-in for them would rehearse another dataset. */
function assertAsksNobody({ clustering }: RunSettings): void {
  const { embedder } = clustering;
  if (embedder.kind !== 'openai') return;
  throw new BenchwrightError('USAGE', {
    expected: '--rehearse with an embedder of this machine: --embedder lexical, or local:FOLDER',
    found: `the embedder openai:${embedder.model}, which would be asked and paid`,
    next: 'Add --embedder lexical to the rehearsal.',
  });
}
