import type { AnnotatedItem, ObservedBy } from '../../core/t-eval/annotation.js';
import type { QueryLineage } from '../../core/t-eval/lineage.js';
import type { Attempt, ReviewLabel } from '../../core/t-eval/query.js';
import type { TEvalCounts } from '../../core/t-eval/run.js';

type Counts = Omit<TEvalCounts, 'queries' | 'records' | 'subset' | 'documents' | 'review'>;

/** What is counted of the accepted paths, and of everything that was asked for. */
export function countPaths(items: readonly AnnotatedItem[], lineage: readonly QueryLineage[]): Counts {
  const setAside: Record<string, Record<string, number>> = {};
  const dropped: Record<string, number> = {};
  const flagged: Record<string, number> = {};
  for (const { outcome, stage = '', reason = '', flags = [] } of lineage) {
    if (outcome === 'set aside') add((setAside[stage] ??= {}), reason);
    if (outcome === 'dropped') add(dropped, reason);
    for (const flag of flags) add(flagged, flag);
  }
  const tools: Record<string, number> = {};
  const observedBy: Partial<Record<ObservedBy, number>> = {};
  const kinds: Record<ReviewLabel, number> = { A: 0, B: 0, C: 0, D: 0, E: 0 };
  let steps = 0;
  let calls = 0;
  for (const item of items)
    for (const step of item.annotated.steps) {
      steps += 1;
      add(tools, step.name.slice(0, step.name.indexOf('.')));
      for (const attempt of [...step.retries, step]) {
        calls += 1;
        add(observedBy, answeredBy(item, attempt));
        if (attempt.review) kinds[attempt.review.label] += 1;
      }
    }
  return {
    setAside: sorted(
      Object.entries(setAside).map(([stage, counts]) => [stage, sorted(Object.entries(counts))]),
    ),
    dropped: sorted(Object.entries(dropped)),
    undecided: lineage.filter(({ outcome }) => outcome === 'undecided').length,
    flagged: sorted(Object.entries(flagged)),
    ...{ steps, calls, kinds },
    observedBy: sorted(Object.entries(observedBy)),
    tools: sorted(Object.entries(tools)),
  };
}

/** How a call was answered: internal and input errors of simulated tools are made by rule. */
export const answeredBy = (
  { observedBy }: Pick<AnnotatedItem, 'observedBy'>,
  { name, kind }: Pick<Attempt, 'name' | 'kind'>,
): ObservedBy => observedBy[name] ?? (kind === 'B' || kind === 'C' ? 'rule' : 'simulator');

const add = (counts: Record<string, number>, key: string): void => {
  counts[key] = (counts[key] ?? 0) + 1;
};
const sorted = <T>(entries: readonly (readonly [string, T])[]): Record<string, T> =>
  Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
