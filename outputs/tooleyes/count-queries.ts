import { countBy } from '../../core/counts.js';
import { byText } from '../../core/ids.js';
import { countWriters } from '../../core/review/writing.js';
import type { ToolEyesItem } from '../../core/tooleyes/item.js';
import { ownTools, type Subcategory } from '../../core/tooleyes/library.js';
import type { ToolEyesLineage } from '../../core/tooleyes/manifest.js';
import type { ToolEyesCounts } from '../../core/tooleyes/run.js';

/** Number of tool answers in trajectories, by what produced them. */
export const countObserved = (items: readonly ToolEyesItem[]): Record<string, number> =>
  countBy(items.flatMap(({ turns = [] }) => turns.flatMap(({ reply }) => reply.by ?? [])));

/** Counts of a run. @param lines of all queries */
export function countQueries(
  lines: readonly ToolEyesLineage[],
  accepted: readonly ToolEyesItem[],
  library: readonly Subcategory[],
): ToolEyesCounts {
  const ended = (outcome: ToolEyesLineage['outcome']) => lines.filter((line) => line.outcome === outcome);
  const aside = ended('set aside');
  const written = lines.flatMap(({ writing }) => (writing ? [writing.record] : []));
  const stages = [...new Set(aside.map(({ stage = '' }) => stage))].sort(byText);
  return {
    asked: lines.length,
    accepted: accepted.length,
    setAside: Object.fromEntries(
      stages.map((stage) => [
        stage,
        countBy(aside.filter((line) => line.stage === stage).map(({ reason = '' }) => reason)),
      ]),
    ),
    dropped: countBy(ended('dropped').map(({ reason = '' }) => reason)),
    undecided: ended('undecided').length,
    flagged: countBy(ended('accepted').flatMap(({ flags = [] }) => flags)),
    scenarios: countBy(accepted.map(({ scenario }) => scenario)),
    by: countBy(accepted.map(({ by }) => by)),
    subcategories: library.length,
    tools: library.reduce((sum, one) => sum + ownTools(one).length, 0),
    trajectories: countBy(accepted.flatMap(({ ending }) => ending ?? [])),
    turns: accepted.reduce((sum, { turns = [] }) => sum + turns.length, 0),
    judged: accepted.filter(({ judgement }) => judgement !== undefined).length,
    ...(written.length > 0 && {
      writers: countWriters(written.filter(({ outcome }) => outcome === 'accepted')),
    }),
  };
}
