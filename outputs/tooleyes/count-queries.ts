import { countBy } from '../../core/counts.js';
import type { ToolEyesItem } from '../../core/tooleyes/item.js';
import { ownTools, type Subcategory } from '../../core/tooleyes/library.js';
import type { ToolEyesLineage } from '../../core/tooleyes/manifest.js';
import type { ToolEyesCounts } from '../../core/tooleyes/run.js';
import { countOutcomes, countWriting } from '../count-outcomes.js';

/** Number of tool answers in trajectories, by what produced them. */
export const countObserved = (items: readonly ToolEyesItem[]): Record<string, number> =>
  countBy(items.flatMap(({ turns = [] }) => turns.flatMap(({ reply }) => reply.by ?? [])));

/** Counts of a run. @param lines of all queries */
export function countQueries(
  lines: readonly ToolEyesLineage[],
  accepted: readonly ToolEyesItem[],
  library: readonly Subcategory[],
): ToolEyesCounts {
  const flags = lines.flatMap((line) => (line.outcome === 'accepted' ? (line.flags ?? []) : []));
  return {
    asked: lines.length,
    accepted: accepted.length,
    ...countOutcomes(lines),
    flagged: countBy(flags),
    scenarios: countBy(accepted.map(({ scenario }) => scenario)),
    by: countBy(accepted.map(({ by }) => by)),
    subcategories: library.length,
    tools: library.reduce((sum, one) => sum + ownTools(one).length, 0),
    trajectories: countBy(accepted.flatMap(({ ending }) => ending ?? [])),
    turns: accepted.reduce((sum, { turns = [] }) => sum + turns.length, 0),
    judged: accepted.filter(({ judgement }) => judgement !== undefined).length,
    ...countWriting(lines),
  };
}
