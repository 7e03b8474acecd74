import { resolve } from 'node:path';
import { productVersion } from '../../../app/product-version.js';
import { guidelineOf, reviewOf } from '../../../app/resolve/review-policy.js';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { RUN_FORMAT } from '../../../core/frozen-parts.js';
import type { FrozenModels } from '../../../core/model-config.js';
import { isReviewed, type Review } from '../../../core/review/policy.js';
import { EMBEDDER_ROOT } from '../../../stages/mtu-bench/run-context.js';
import { GUIDELINE } from '../../../store/documents.js';
import type { NewRun } from '../../../store/runs.js';
import type { ResolveRequest } from '../../parts/planning.js';
import { planKind } from '../review.js';
import { readSamplesFile } from './inputs.js';
import { ultraToolSettings, type UltraToolGiven, type UltraToolSettled } from './settings.js';

/** What a regenerated run keeps of an export. */
export interface KeptInputs extends UltraToolSettled {
  readonly review: Review;
  /** Undefined: nobody reviews it. */
  readonly guideline: string | undefined;
  readonly models: FrozenModels | undefined;
}

/**
 * Resolves the spec of an `ultratool` run: its samples, settings, models and prompts.
 * @param kept of the export that is regenerated
 * @throws USAGE, SOURCE_*, EMBEDDER_UNAVAILABLE
 */
export async function resolveUltraTool(
  { context, name, out, options }: ResolveRequest,
  kept?: KeptInputs,
): Promise<NewRun<'ultratool'>> {
  const given = options as UltraToolGiven;
  const { seed } = given;
  const { settings, modelFolder } = await ultraToolSettings(context, given, kept);
  const { samples } = given;
  if (samples === undefined)
    throw new BenchwrightError('USAGE', {
      expected: '--samples FILE',
      found: 'no file',
      next: 'See `benchwright run ultratool --help`.',
    });
  const { source, subjects } = await readSamplesFile(samples, settings.language);
  const review = kept?.review ?? reviewOf(context, given.review ?? 'none', 'run');
  const guideline = isReviewed(review)
    ? (kept?.guideline ?? (await guidelineOf(context, planKind)))
    : undefined;
  return {
    ...{ name, out: resolve(out), shards: [] },
    // So that `regenerate` finds the file again.
    roots: {
      [source.name]: resolve(samples),
      ...(modelFolder === undefined ? {} : { [EMBEDDER_ROOT]: modelFolder }),
    },
    frozen: {
      ...{ format: RUN_FORMAT, family: 'ultratool', product: productVersion(), seed, review, settings },
      sources: [source],
      prompts: [],
    },
    documents: [...(guideline === undefined ? [] : [{ ...GUIDELINE, text: guideline }])],
    subjects,
  };
}
