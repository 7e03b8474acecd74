import { countBy } from '../../core/counts.js';
import type { PlanItem } from '../../core/ultratool/item.js';
import type { UltraToolLineage } from '../../core/ultratool/manifest.js';
import { numberOfStep } from '../../core/ultratool/records.js';
import type { UltraToolCounts } from '../../core/ultratool/run.js';
import { callsOfPlan } from '../../transforms/ultratool/derive-tasks.js';
import { countOutcomes, countWriting } from '../count-outcomes.js';

/** Depth of a step in the tree: 1 for `2.`, 3 for `1.2.1`. */
export const depthOfStep = (step: string): number => numberOfStep(step).split('.').filter(Boolean).length;

/** Counts of a run. @param lines of all samples */
export function countSamples(
  lines: readonly UltraToolLineage[],
  accepted: readonly PlanItem[],
): UltraToolCounts {
  const taken = lines.filter(({ outcome }) => outcome === 'accepted');
  const calls = accepted.flatMap(({ plan, language }) => callsOfPlan(plan, language));
  const steps = accepted.flatMap(({ plan }) => plan);
  return {
    asked: lines.length,
    accepted: accepted.length,
    ...countOutcomes(lines),
    flagged: countBy(taken.flatMap(({ flags = [] }) => flags)),
    kinds: countBy(accepted.map(({ kind }) => kind)),
    domains: countBy(accepted.map(({ domain }) => domain)),
    test: taken.filter(({ split }) => split === 'test').length,
    dev: taken.filter(({ split }) => split === 'dev').length,
    steps: steps.length,
    calls: calls.length,
    depths: countBy(steps.map(({ step }) => String(depthOfStep(step)))),
    tools: countBy(calls.map(({ name }) => name)),
    ...countWriting(lines),
  };
}
