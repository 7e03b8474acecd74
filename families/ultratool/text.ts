import { shownPath } from '../../app/text/format.js';
import { sumOf } from '../../core/counts.js';
import type { UltraToolCounts } from '../../core/ultratool/run.js';
import type { Run } from '../../store/runs.js';
import { writingProgress } from '../../stages/review/written-queries.js';
import { writingPlace } from '../../stages/ultratool/written-experts.js';
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
import { writingLines } from '../parts/writing-text.js';
import { ultraTool } from './spec.js';

const MAP_STAGES = ultraTool.stages.filter(({ kind }) => kind === 'map').map(({ name }) => name);

const per = (count: number, of: number): string => (of === 0 ? '0' : (count / of).toFixed(2));

function report(run: Run<'ultratool'>, counts: UltraToolCounts, out: string): string[] {
  const { asked, accepted, dropped, setAside, flagged, kinds, undecided, merged, writers } = counts;
  const shown = shownPath(out);
  return [
    '',
    `${run.name}: ${asked} samples asked for, ${accepted} accepted${droppedText(dropped)}`,
    ...quarantinedLines(setAside),
    ...(undecided > 0 ? [`  ${undecided} undecided`] : []),
    ...reviewedLines(counts.review),
    `  per sample ${per(counts.steps, accepted)} steps (paper 12.27) and ${per(counts.calls, accepted)} calls (paper 2.74) of ${Object.keys(counts.tools).length} tools; ${countedText(kinds)}`,
    ...(merged === undefined
      ? []
      : [`  ${merged.before} tools became ${merged.after} (${merged.applied} of ${merged.proposed} merges)`]),
    ...(writers === undefined
      ? []
      : [`  ${sumOf(writers)} queries were written by people: ${countedText(writers)}`]),
    ...(sumOf(flagged) === 0 ? [] : [`  to look at: ${countedText(flagged)}`]),
    '',
    `  samples         ${shown}/data/test.json`,
    ...(run.frozen.settings.test === undefined ? [] : [`                  ${shown}/data/dev.json`]),
    `  six tasks       ${shown}/data/test_set`,
    `  every outcome   ${shown}/data/lineage.jsonl`,
    ...(run.frozen.models === undefined || Object.keys(setAside).length === 0
      ? []
      : retryLines(run.name, shown, 'samples')),
  ];
}

export const text: FamilyText<'ultratool'> = {
  async state(store, run) {
    const state = await outcomeState(store, run, MAP_STAGES, 'samples');
    if (run.frozen.settings.generate?.write === undefined || run.counts !== undefined) return state;
    const writing = await writingProgress(store, run.runId, await writingPlace(store, run.runId));
    return { object: { ...state.object, writing }, lines: [...writingLines(writing), ...state.lines] };
  },
  report,
  empty: (_store, { name }, counts) => Promise.resolve(emptyLines(name, { ...counts, items: 'samples' })),
};
