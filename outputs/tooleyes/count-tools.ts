import { countBy } from '../../core/counts.js';
import { byText } from '../../core/ids.js';
import type { ToolCounts, ToolLine } from '../../core/tooleyes/tool-line.js';
import { knownFacts } from '../../transforms/tooleyes/screen-tool.js';

/** Counts of the tools from which a run chose. @param lines of all tools, in the order of the library */
export function countTools(lines: readonly ToolLine[]): ToolCounts {
  const dropped = lines.filter(({ outcome }) => outcome === 'dropped');
  const stages = [...new Set(dropped.map(({ stage = '' }) => stage))].sort(byText);
  const left = new Set(lines.flatMap(({ path, outcome }) => (outcome === 'dropped' ? [] : [path])));
  return {
    read: lines.length,
    kept: lines.filter(({ outcome }) => outcome === 'kept').length,
    dropped: stages.map((stage) => ({
      stage,
      reasons: countBy(dropped.filter((line) => line.stage === stage).map(({ reason = '' }) => reason)),
    })),
    undecided: lines.filter(({ outcome }) => outcome === 'undecided').length,
    known: countBy(lines.flatMap(({ facts }) => knownFacts(facts))),
    documents: {
      person: lines.filter(({ by }) => by === 'person').length,
      model: lines.filter(({ by }) => by === 'model').length,
      notWritten: lines.filter(({ notWritten }) => notWritten !== undefined).length,
    },
    emptied: [...new Set(lines.map(({ path }) => path))].filter((path) => !left.has(path)).sort(byText),
  };
}
