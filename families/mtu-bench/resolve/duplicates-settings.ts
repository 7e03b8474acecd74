import { sectionOf } from '../../../core/config-section.js';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { isReviewed } from '../../../core/review/policy.js';
import type { MtuBenchSettings } from '../../../core/mtu-bench/run.js';
import { DUPLICATE_THRESHOLDS } from '../../../transforms/mtu-bench/clustering/default-thresholds.js';
import type { Context } from '../../../app/context.js';
import { reviewOf } from '../../../app/resolve/review-policy.js';
import { mtuBench as spec } from '../spec.js';

/** Command-line options for duplicate tools. */
export interface DuplicatesOptions {
  /** Name of the review policy. */
  readonly reviewDuplicates?: string;
}

/**
 * Adds the review policy for duplicate tools and their distance to settings. The configured policy applies only to
 * runs in which a model creates tools.
 * @param there settings of the base export, whose policy is the default
 * @throws USAGE, CONFIG_INVALID
 */
export function withDuplicates(
  context: Pick<Context, 'config' | 'configFile'>,
  settings: MtuBenchSettings,
  { reviewDuplicates: typed }: DuplicatesOptions,
  there?: MtuBenchSettings,
): MtuBenchSettings {
  const { reviewDuplicates: _, clustering, ...others } = settings;
  const { duplicateThreshold: distance, ...measures } = clustering;
  const mtuBench = sectionOf(context.config, spec);
  const review =
    typed === undefined && there
      ? (there.reviewDuplicates ?? 'none')
      : typed === undefined
        ? reviewOf(context, mtuBench.reviewDuplicates, 'run', 'mtuBench.reviewDuplicates')
        : reviewOf(context, typed, 'run', '--review-duplicates');
  if (!isReviewed(review)) return { ...others, clustering: measures };
  if (settings.create) {
    const { kind } = measures.embedder;
    const same = there === undefined || there.clustering.embedder.kind === kind;
    const asked = there === undefined ? mtuBench.clustering.duplicateThreshold : same ? distance : undefined;
    const duplicateThreshold = asked ?? DUPLICATE_THRESHOLDS[kind];
    return { ...others, reviewDuplicates: review, clustering: { ...measures, duplicateThreshold } };
  }
  if (typed === undefined) return { ...others, clustering: measures };
  throw new BenchwrightError('USAGE', {
    expected: '--review-duplicates with --create: people decide on tools that a model makes',
    found: `--review-duplicates ${typed} in a run without --create`,
    next: "Add --create, or leave it out: a schema's tools are joined in the file of cluster decisions (--clusters).",
  });
}
