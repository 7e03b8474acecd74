import { shownPath } from '../../app/text/format.js';
import { sumOf } from '../../core/counts.js';
import { CONVERSE_STAGE, SCENARIOS_STAGE, type ToolTalkCounts } from '../../core/tooltalk/run.js';
import type { Run } from '../../store/runs.js';
import {
  countedText,
  droppedText,
  emptyLines,
  outcomeState,
  quarantinedLines,
  retryLines,
  reviewedLines,
} from '../parts/outcome-text.js';
import type { FamilyText } from '../parts/text.js';

function report(run: Run<'tooltalk'>, counts: ToolTalkCounts, out: string): string[] {
  const { asked, accepted, dropped, setAside, flagged, sets, turns, calls, errors, tools, undecided } =
    counts;
  const shown = shownPath(out);
  return [
    '',
    `${run.name}: ${asked} conversations asked for, ${accepted} accepted${droppedText(dropped)}`,
    ...quarantinedLines(setAside),
    ...(undecided > 0 ? [`  ${undecided} undecided`] : []),
    ...reviewedLines(counts.review),
    `  ${turns} turns, ${calls} calls of ${Object.keys(tools).length} tools, ${errors} of them with an error; ${countedText(sets)}`,
    ...(sumOf(flagged) === 0 ? [] : [`  to look at: ${countedText(flagged)}`]),
    '',
    // A set without conversations has no folder.
    ...(sets['easy'] === undefined ? [] : [`  easy            ${shown}/data/easy`]),
    ...(sets['tooltalk'] === undefined ? [] : [`  hard            ${shown}/data/tooltalk`]),
    `  databases       ${shown}/data/databases`,
    `  tool documents  ${shown}/data/tools.json`,
    `  every outcome   ${shown}/data/lineage.jsonl`,
    ...(Object.keys(setAside).length === 0 ? [] : retryLines(run.name, shown, 'conversations')),
  ];
}

export const text: FamilyText<'tooltalk'> = {
  state: (store, run) => outcomeState(store, run, [SCENARIOS_STAGE, CONVERSE_STAGE], 'conversations'),
  report,
  empty: (_store, { name }, counts) =>
    Promise.resolve(emptyLines(name, { ...counts, items: 'conversations' })),
};
