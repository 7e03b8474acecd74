import { countBy } from '../../core/counts.js';
import { byText } from '../../core/ids.js';
import { countWriters } from '../../core/review/writing.js';
import type { PlanItem } from '../../core/ultratool/item.js';
import type { UltraToolLineage } from '../../core/ultratool/manifest.js';
import { numberOfStep } from '../../core/ultratool/records.js';
import type { UltraToolCounts } from '../../core/ultratool/run.js';
import { callsOfPlan } from '../../transforms/ultratool/derive-tasks.js';

/** Depth of a step in the tree: 1 for `2.`, 3 for `1.2.1`. */
export const depthOfStep = (step: string): number => numberOfStep(step).split('.').filter(Boolean).length;

/** Counts of a run. @param lines of all samples */
export function countSamples(
  lines: readonly UltraToolLineage[],
  accepted: readonly PlanItem[],
): UltraToolCounts {
  const ended = (outcome: UltraToolLineage['outcome']) => lines.filter((line) => line.outcome === outcome);
  const aside = ended('set aside');
  const taken = ended('accepted');
  const calls = accepted.flatMap(({ plan, language }) => callsOfPlan(plan, language));
  const written = lines.flatMap(({ writing }) => (writing ? [writing.record] : []));
  const steps = accepted.flatMap(({ plan }) => plan);
  return {
    asked: lines.length,
    accepted: accepted.length,
    setAside: Object.fromEntries(
      [...new Set(aside.map(({ stage = '' }) => stage))]
        .sort(byText)
        .map((stage) => [
          stage,
          countBy(aside.filter((line) => line.stage === stage).map(({ reason = '' }) => reason)),
        ]),
    ),
    dropped: countBy(ended('dropped').map(({ reason = '' }) => reason)),
    undecided: ended('undecided').length,
    flagged: countBy(taken.flatMap(({ flags = [] }) => flags)),
    kinds: countBy(accepted.map(({ kind }) => kind)),
    domains: countBy(accepted.map(({ domain }) => domain)),
    test: taken.filter(({ split }) => split === 'test').length,
    dev: taken.filter(({ split }) => split === 'dev').length,
    steps: steps.length,
    calls: calls.length,
    depths: countBy(steps.map(({ step }) => String(depthOfStep(step)))),
    tools: countBy(calls.map(({ name }) => name)),
    ...(written.length > 0 && {
      writers: countWriters(written.filter(({ outcome }) => outcome === 'accepted')),
    }),
  };
}
