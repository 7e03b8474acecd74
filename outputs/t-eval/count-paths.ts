import { partOr } from '../../core/own-record.js';
import { addOne, inOrder } from '../../core/counts.js';
import type { ObservedBy } from '../../core/observation.js';
import type { AnnotatedItem } from '../../core/t-eval/annotation.js';
import { toolOf } from '../../core/t-eval/call-rules.js';
import type { QueryLineage } from '../../core/t-eval/lineage.js';
import type { Attempt, ReviewLabel } from '../../core/t-eval/query.js';
import type { TEvalCounts } from '../../core/t-eval/run.js';
import { ownPart } from '../../core/own-part.js';

type Counts = Omit<TEvalCounts, 'queries' | 'records' | 'subset' | 'documents' | 'queryReview' | 'review'>;

/** Statistics of accepted paths and all requested queries. */
export function countTEval(items: readonly AnnotatedItem[], lineage: readonly QueryLineage[]): Counts {
  const setAside: Record<string, Record<string, number>> = {};
  const dropped: Record<string, number> = {};
  const flagged: Record<string, number> = {};
  for (const { outcome, stage = '', reason = '', flags = [] } of lineage) {
    if (outcome === 'set aside') addOne(partOr(setAside, stage, {}), reason);
    if (outcome === 'dropped') addOne(dropped, reason);
    for (const flag of flags) addOne(flagged, flag);
  }
  const tools: Record<string, number> = {};
  const observedBy: Partial<Record<ObservedBy, number>> = {};
  const kinds: Record<ReviewLabel, number> = { A: 0, B: 0, C: 0, D: 0, E: 0 };
  let steps = 0;
  let calls = 0;
  for (const item of items)
    for (const step of item.annotated.steps) {
      steps += 1;
      addOne(tools, toolOf(step.name));
      for (const attempt of [...step.retries, step]) {
        calls += 1;
        addOne(observedBy, observedByOf(item, attempt));
        if (attempt.review) kinds[attempt.review.label] += 1;
      }
    }
  return {
    setAside: inOrder(
      Object.fromEntries(Object.entries(setAside).map(([stage, counts]) => [stage, inOrder(counts)])),
    ),
    dropped: inOrder(dropped),
    undecided: lineage.filter(({ outcome }) => outcome === 'undecided').length,
    flagged: inOrder(flagged),
    ...{ steps, calls, kinds },
    observedBy: inOrder(observedBy),
    tools: inOrder(tools),
  };
}

/** How a call was answered; internal and input errors of simulated tools are injected by rule. */
export const observedByOf = (
  { observedBy }: Pick<AnnotatedItem, 'observedBy'>,
  { name, kind }: Pick<Attempt, 'name' | 'kind'>,
): ObservedBy => ownPart(observedBy, name) ?? (kind === 'B' || kind === 'C' ? 'rule' : 'simulator');
