import type { MtuBenchManifest } from '../../../core/mtu-bench/manifest.js';
import { reviewName } from '../../../core/review/policy.js';
import { describeModels } from '../describe-models.js';
import type { ReportPage } from '../page.js';

/** Models and reviewers of an MTU-Bench run. */
export function whoDecided({ models, settings }: MtuBenchManifest): ReportPage['facts'] {
  const { judgeIntents, reviewIntents, reviewDuplicates } = settings;
  const onIntents = [
    ...(judgeIntents === undefined ? [] : [`judged by ${reviewIntents ? 'a model first' : 'a model only'}`]),
    ...(reviewIntents === undefined ? [] : [`decided by people (${reviewName(reviewIntents)})`]),
  ];
  return [
    ...(models === undefined ? [] : [['models', describeModels(models)] as const]),
    ...(onIntents.length === 0 ? [] : [['intents', onIntents.join(', ')] as const]),
    ...(reviewDuplicates === undefined
      ? []
      : [['near-duplicate tools', `decided by people (${reviewName(reviewDuplicates)})`] as const]),
  ];
}
